import Foundation

/// What the table says of the device.
enum Device {
  static var facts: [(name: String, value: String)] {
    let process = ProcessInfo.processInfo
    #if targetEnvironment(simulator)
      let kind = "simulator of \(process.environment["SIMULATOR_MODEL_IDENTIFIER"] ?? "a device")"
    #else
      let kind = machine
    #endif
    return [
      ("system", "\(platform) \(process.operatingSystemVersionString)"),
      ("machine", kind),
      ("processors", "\(process.activeProcessorCount)"),
      ("word", "\(Int.bitWidth) bits"),
      ("page", "\(sysconf(Int32(_SC_PAGESIZE))) bytes"),
    ]
  }

  /// How a `FileStore` waits for the disk here.
  static var synchronizationCall: String {
    #if canImport(Darwin)
      "F_FULLFSYNC"
    #else
      "fdatasync"
    #endif
  }

  /// The name of the system, without which its version says little.
  private static var platform: String {
    #if targetEnvironment(macCatalyst)
      "Mac Catalyst"
    #elseif os(macOS)
      "macOS"
    #elseif os(iOS)
      ProcessInfo.processInfo.isiOSAppOnMac ? "iOS on a Mac" : "iOS"
    #elseif os(visionOS)
      "visionOS"
    #else
      "Linux"
    #endif
  }

  private static var machine: String {
    #if canImport(Darwin) && !os(macOS)
      let name = "hw.machine"
    #elseif canImport(Darwin)
      let name = "hw.model"
    #endif
    #if canImport(Darwin)
      var size = 0
      sysctlbyname(name, nil, &size, nil, 0)
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return "" }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #elseif arch(arm64)
      return "arm64"
    #else
      return "x86-64"
    #endif
  }

  /// The name of the file system that has a directory, or `nil` if it is unknown.
  static func fileSystem(of directory: String) -> String? {
    #if canImport(Darwin)
      var information = statfs()
      guard statfs(directory, &information) == 0 else { return nil }
      return withUnsafeBytes(of: information.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #else
      // The longest path on the way to the directory, and of several the one that was mounted last.
      guard let path = realpath(directory, nil) else { return nil }
      defer { free(path) }
      let wanted = String(cString: path) + "/"
      let mounts = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
      var found: (place: Substring, kind: Substring)?
      for mount in mounts.split(separator: "\n") {
        let words = mount.split(separator: " ")
        guard words.count > 2, words[1] == "/" || wanted.hasPrefix(words[1] + "/") else { continue }
        if words[1].count >= found?.place.count ?? 0 { found = (words[1], words[2]) }
      }
      return found.map { String($0.kind) }
    #endif
  }

  /// The bytes of the process that are in memory, or `nil` if they are unknown.
  static var residentSize: Int? {
    #if canImport(Darwin)
      var information = mach_task_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout.size(ofValue: information) / MemoryLayout<integer_t>.size)
      // The system counts the structure in words.
      let result = withUnsafeMutablePointer(to: &information) {
        $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(task_self_trap(), task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(information.resident_size) : nil
    #else
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst()
        .first
      return pages.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    #endif
  }
}

extension Row {
  static func device(_ facts: [(name: String, value: String)] = Device.facts) -> Row {
    Row("device", expected: "its facts are known") {
      let text = facts.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      guard !facts.isEmpty else { return .fails("no facts") }
      return facts.allSatisfy { !$0.value.isEmpty } ? .holds(text) : .fails(text)
    }
  }

  /// Where `FileStore(name:)` has its files, and on which file system.
  static func place(
    _ directory: Scratch,
    fileSystem: (_ directory: String) -> String? = Device.fileSystem
  ) -> Row {
    Row("the place of FileStore(name:)", expected: "a file system of this device") {
      guard let name = fileSystem(directory.url.path) else { return .fails("unknown, for \(directory.parent)") }
      let remote = ["nfs", "smb", "cifs", "afp", "webdav", "9p", "sshfs", "ceph"]
      let text = "\(name), for \(directory.parent)"
      return remote.contains(where: name.contains) ? .fails(text) : .holds(text)
    }
  }
}

/// A directory for files that goes with its last reference.
final class Scratch: Sendable {
  /// The directory that it was made in.
  let parent: String
  let url: URL

  init(in parent: String) throws {
    self.parent = parent
    url = URL(filePath: parent).appending(path: "SelfTest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A path that nothing has yet.
  func path() -> String { url.appending(path: "\(UUID().uuidString).defaults").path }
}
