#if UserDefaults && !canImport(Darwin)
  // The whole of Foundation, because its essentials have no keyed archives.
  import Foundation

  /// Refuses objects whose class has no name in an archive, where Foundation would end the process.
  ///
  /// That is every class outside Foundation that is not at the top level of its module, or is private.
  final class ClassNameCheck: NSObject, NSKeyedArchiverDelegate {
    private(set) var refusedName: String?

    func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
      let type: AnyClass = type(of: object as AnyObject)
      let name = String(reflecting: type)
      guard name.split(separator: ".", omittingEmptySubsequences: false).count != 2 else { return object }
      refusedName = "\(type)"
      // With nothing in its place, Foundation traps.
      return NSNull()
    }

    // Foundation here has no optional requirements.
    func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {}
    func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?) {}
    func archiverWillFinish(_ archiver: NSKeyedArchiver) {}
    func archiverDidFinish(_ archiver: NSKeyedArchiver) {}
  }
#endif
