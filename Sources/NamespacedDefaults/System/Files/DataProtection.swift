import NamespacedDefaultsPlatform

/// Data protection: the system of a device with a passcode opens a file only when the class of the file allows it.
///
/// What Apple documents of it: "Encrypting your app's files", and "Apple Platform Security". Nobody has run this on a device.
package struct DataProtection: Sendable {
  /// What opens files in place of the system; tests set it.
  package var openFile: (@Sendable (_ path: String, _ flags: Int32) -> Int32)?
  /// Returns the class of a file, or gives it a new one; `-1` where that fails.
  package let fileClass: @Sendable (_ descriptor: Int32, _ new: Int32?) -> Int32

  /// The data protection of this device; `nil` where every file can be opened at any time.
  ///
  /// Tests set another one.
  @TaskLocal package static var ofDevice = ofSystem

  #if os(iOS) && !targetEnvironment(macCatalyst) || os(watchOS) || os(visionOS)
    private static let ofSystem: Self? = ofCalls
  #else
    private static let ofSystem: Self? = nil
  #endif

  #if canImport(Darwin)
    static let ofCalls = Self(fileClass: { descriptor, new in
      fcntl(descriptor, new == nil ? F_GETPROTECTIONCLASS : F_SETPROTECTIONCLASS, new ?? 0)
    })
  #endif

  /// Opens a file.
  ///
  /// - Throws: ``DefaultsError/Code/notReadableYet`` for a file that the device keeps closed.
  static func opened(_ path: String, _ flags: Int32) throws(DefaultsError) -> Int32 {
    do {
      return try openedFile(path) { ofDevice?.openFile?(path, flags) ?? open(path, flags, 0o600) }
    } catch {
      // What is not there yet is kept from nobody.
      guard ofDevice != nil, error.systemCode == EPERM, flags & O_CREAT == 0 else { throw error }
      let reason = "open \(path): the device keeps it closed until it is unlocked, or the program may not use it"
      throw DefaultsError(.notReadableYet, reason, path: path, operation: "open", systemCode: EPERM)
    }
  }
}
