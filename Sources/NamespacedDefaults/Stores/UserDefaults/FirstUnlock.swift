#if UserDefaults
  /// Whether the device has been unlocked since it was started.
  ///
  /// Before that `UserDefaults` shows nothing, and says nothing. So the device is asked, by a file with the protection class
  /// of preferences, which cannot be opened either. Where it does not exist it is made: the first start of a program takes
  /// an unlocked device. It is not opened again once it could be.
  ///
  /// Whether `UserDefaults` shows any value is not asked, because other code may have written one since.
  struct FirstUnlock: ~Copyable {
    /// The path of the file; `nil` where the values can be read at any time.
    let path: String?
    /// Whether the file could be opened.
    private let isOver = Guarded(false)

    init(path: String?) { self.path = path }

    /// The path of the file of this device; `nil` where nobody asks.
    static var pathOfDevice: String? {
      DataProtection.ofDevice.flatMap { _ in try? homeDirectory() + "/Library/NamespacedDefaults.first-unlock" }
    }

    /// Returns whether this call is the first to find the device unlocked.
    ///
    /// - Throws: ``DefaultsError/Code/notReadableYet``, of a suite, if the device has not been unlocked.
    func isNews(to suite: String?) throws -> Bool {
      guard let path, !isOver.withLock({ $0 }) else { return false }
      do {
        let file = try (try? OpenFile(path: path, for: .creating)) ?? OpenFile(path: path, for: .reading)
        // "Until first user authentication", whatever new files have. And with a byte, because content is what is encrypted.
        _ = DataProtection.ofDevice?.fileClass(file.descriptor, 3)
        if file.openedSize == 0 { try file.write([0x0A], at: 0) }
      } catch {
        // Any other error says nothing about the device.
        if (error as? DefaultsError)?.code == .notReadableYet {
          let text = "UserDefaults cannot be read or written before the device is unlocked for the first time"
          throw DefaultsError(.notReadableYet, text, path: suite)
        }
      }
      return !isOver.exchange(true)
    }
  }
#endif
