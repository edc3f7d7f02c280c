import NamespacedDefaultsPlatform

/// Throws an error if there is a file that the user may not write, whatever the directory allows.
package func checkWritable(_ path: String) throws(DefaultsError) {
  _ = try ifPresent { () throws(DefaultsError) in try systemCall("access", path) { access(path, W_OK) } }
}

/// Sets the permissions of a file that is the user's own, unless its file system has none.
///
/// That is so where it shows those of another system, as that of Windows in WSL. All files have the same there.
func ifSupported(_ setPermissions: () throws(DefaultsError) -> Void) throws(DefaultsError) {
  do {
    try setPermissions()
  } catch {
    guard [EPERM, ENOTSUP, ENOSYS, EINVAL].contains(error.systemCode) else { throw error }
  }
}

extension OpenFile {
  /// Gives a new file what the file that it is to replace has besides its content: permissions, owner, group and attributes.
  ///
  /// Only root may give a file to another user. Where the group or the access control list cannot be kept, the members of the
  /// group get no more than others do.
  package func adopt(_ old: OpenFile) throws(DefaultsError) {
    #if os(Linux) || os(Android)
      // A new file may have got a list from its directory, for users that the old one does not let in.
      LinuxCalls.removeAccessControlList(of: descriptor)
    #endif
    let (oldStatus, newStatus) = (try old.status(), try status())
    var permissions = oldStatus.permissions
    let withoutGroup = permissions & ~0o070 | (permissions & 0o007) << 3
    var keepsGroup = true
    if (oldStatus.owner, oldStatus.group) != (newStatus.owner, newStatus.group),
      (try? setOwner(oldStatus.owner, group: oldStatus.group)) == nil,
      (try? setOwner(newStatus.owner, group: oldStatus.group)) == nil
    {
      (permissions, keepsGroup) = (permissions & withoutGroup, false)
    }
    #if os(Linux) || os(Android)
      // The bits of the group are the most that a list allows anyone, and come with it.
      if LinuxCalls.attribute(LinuxCalls.accessControlList, of: old.descriptor) != nil { permissions &= withoutGroup }
    #endif
    try setPermissions(permissions)
    try copyAttributes(of: old, withAccessControlList: keepsGroup)
  }

  /// Returns whether the file can replace another one, after it has adopted what that has.
  ///
  /// It cannot if it belongs to another user or group, may be used by others, or if the other file has several names.
  ///
  /// - Throws: An error if the other file has no name.
  package func canReplace(_ old: OpenFile) throws(DefaultsError) -> Bool {
    let (status, oldStatus) = (try status(), try old.status())
    try oldStatus.checkName(path: old.path)
    return (status.owner, status.group, status.permissions) == (oldStatus.owner, oldStatus.group, oldStatus.permissions)
      && oldStatus.linkCount == 1
  }

  /// Returns whether another file has the same owner, group, permissions and access control list.
  package func isSharedLike(_ other: OpenFile) throws(DefaultsError) -> Bool {
    let (status, otherStatus) = (try status(), try other.status())
    #if os(Linux) || os(Android)
      let list = LinuxCalls.accessControlList
      guard LinuxCalls.attribute(list, of: descriptor) == LinuxCalls.attribute(list, of: other.descriptor) else {
        return false
      }
    #endif
    return (status.owner, status.group, status.permissions)
      == (otherStatus.owner, otherStatus.group, otherStatus.permissions)
  }

  /// Copies to this file what another one has besides its content, owner and permissions.
  ///
  /// These are extended attributes, among them the exclusion from backups on Apple platforms, the access control list, and
  /// on devices with data protection its class. Attributes that only the system may set stay as they are.
  ///
  /// Call this after the permissions are set, because they would change the access control list.
  func copyAttributes(of other: OpenFile, withAccessControlList copiesList: Bool = true) throws(DefaultsError) {
    if let device = DataProtection.ofDevice {
      let protectionClass = device.fileClass(other.descriptor, nil)
      if protectionClass >= 0 { _ = device.fileClass(descriptor, protectionClass) }
    }
    #if canImport(Darwin)
      let flags = copyfile_flags_t(COPYFILE_XATTR | (copiesList ? COPYFILE_ACL : 0))
      try systemCall("fcopyfile", path) { fcopyfile(other.descriptor, descriptor, nil, flags) }
    #elseif os(Linux)
      for name in LinuxCalls.attributeNames(of: other.descriptor) {
        guard copiesList || name != LinuxCalls.accessControlList,
          let value = LinuxCalls.attribute(name, of: other.descriptor)
        else { continue }
        do {
          try systemCall("fsetxattr", path) { LinuxCalls.setAttribute(name, of: descriptor, to: value) }
        } catch {
          // The names of these two kinds belong to the system and to its administrator.
          guard name.hasPrefix("security.") || name.hasPrefix("trusted.") else { throw error }
        }
      }
    #endif
  }
}

#if os(Linux) || os(Android)
  extension LinuxCalls {
    private typealias List = @convention(c) (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
    private typealias Get = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Set = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
    // The types are those of section 2 of the manual.
    private typealias Remove = @convention(c) (Int32, UnsafePointer<CChar>) -> Int32
    private static let remove = dlsym(nil, "fremovexattr").map { unsafeBitCast($0, to: Remove.self) }
    private static let list = dlsym(nil, "flistxattr").map { unsafeBitCast($0, to: List.self) }
    private static let get = dlsym(nil, "fgetxattr").map { unsafeBitCast($0, to: Get.self) }
    private static let set = dlsym(nil, "fsetxattr").map { unsafeBitCast($0, to: Set.self) }

    /// The name of the attribute that holds a file's access control list.
    static let accessControlList = "system.posix_acl_access"

    /// Removes the access control list of a file, if it has one; the permissions stay.
    static func removeAccessControlList(of descriptor: Int32) { _ = remove?(descriptor, accessControlList) }

    /// Returns the names of a file's extended attributes, an access control list included.
    ///
    /// There are none on a file system without attributes.
    static func attributeNames(of descriptor: Int32) -> [String] {
      guard let list else { return [] }
      let names = answer { list(descriptor, $0, $1) } ?? []
      return names.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the value of an extended attribute, or `nil` if it has been removed meanwhile or may not be read.
    static func attribute(_ name: String, of descriptor: Int32) -> [UInt8]? {
      get.flatMap { get in answer { get(descriptor, name, $0, $1) } }
    }

    /// Sets an extended attribute.
    ///
    /// - Returns: 0, or -1 with the `errno` of the failure.
    static func setAttribute(_ name: String, of descriptor: Int32, to value: [UInt8]) -> Int32 {
      set?(descriptor, name, value, value.count, 0) ?? 0
    }

    /// Returns what a call writes into a buffer of the size that the same call without a buffer returns.
    private static func answer(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [UInt8]? {
      while true {
        let size = call(nil, 0)
        guard size >= 0 else { return nil }
        var bytes = [CChar](repeating: 0, count: size)
        let count = call(&bytes, size)
        if count >= 0 { return bytes[..<count].map(UInt8.init(bitPattern:)) }
        // It has grown meanwhile.
        if errno != ERANGE { return nil }
      }
    }
  }
#endif
