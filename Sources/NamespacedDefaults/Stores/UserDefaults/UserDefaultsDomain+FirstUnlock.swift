#if UserDefaults
  extension UserDefaultsDomain {
    /// The path of the file that says whether the device has been unlocked since it was started; `nil` where nobody asks.
    static var pathOfFirstUnlock: String? {
      DataProtection.ofDevice.flatMap { _ in try? homeDirectory() + "/Library/NamespacedDefaults.first-unlock" }
    }

    /// Returns the contents, unless the device has not been unlocked since it was started.
    ///
    /// Before that `UserDefaults` shows nothing, and says nothing. So the device is asked, by a file with the protection class
    /// of preferences, which cannot be opened either. Where it does not exist it is made: the first start of a program takes
    /// an unlocked device. It is not opened again once it could be.
    ///
    /// Whether `UserDefaults` shows any value is not asked, because other code may have written one since.
    ///
    /// - Throws: ``DefaultsError/Code/notReadableYet``.
    func readableContents() throws -> UserDefaultsContents {
      guard let path = firstUnlockPath, !isUnlocked.withLock({ $0 }) else { return contents }
      do {
        let file = try (try? OpenFile(path: path, for: .creating)) ?? OpenFile(path: path, for: .reading)
        // "Until first user authentication", whatever new files have. And with a byte, because content is what is encrypted.
        _ = DataProtection.ofDevice?.fileClass(file, 3)
        if file.openedSize == 0 { try file.write([0x0A], at: 0) }
      } catch {
        // Any other error says nothing about the device.
        let text = "UserDefaults cannot be read or written before the device is unlocked for the first time"
        if (error as? DefaultsError)?.code == .notReadableYet { throw DefaultsError(.notReadableYet, text, path: name) }
      }
      isUnlocked.withLock { $0 = true }
      // Observers have seen nothing so far.
      context.withLock { context.lock.whenReleased(announceForeignChanges) }
      return contents
    }
  }
#endif
