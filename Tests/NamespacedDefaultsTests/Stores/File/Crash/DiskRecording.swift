import Foundation
import Synchronization
import TestSupport

@testable import NamespacedDefaults

/// What a workload did to the file system in a directory, in order, with marks of what the program knew.
struct DiskRecording {
  enum Event {
    case change(FileSystemChange)
    /// The program has called for batch number n; its effect may be on the disk from now on.
    case began(Int)
    /// The call for batch number n has returned.
    case returned(Int)
    /// All batches up to number n survive a loss of power.
    case durable(Int)
  }

  /// The files that were there before, on the disk already.
  let base: [FileIdentity: [UInt8]]
  let names: [String: FileIdentity]
  var events: [Event]

  /// Records a body, which gets a closure that makes a mark.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - isOnDisk: Whether the content of the files that are there is on the disk.
  ///   - body: The body.
  /// - Throws: The error of the body.
  init(of directory: String, isOnDisk: Bool = true, during body: ((Event) -> Void) throws -> Void) throws {
    let events = Collector<Event>()
    var base: [FileIdentity: [UInt8]] = [:]
    var names: [String: FileIdentity] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let path = directory + "/" + name
      guard let identity = try FileStatus(path: path)?.identity else { continue }
      names[path] = identity
      let content = try bytes(ofFile: path)
      base[identity] = isOnDisk ? content : []
      if !isOnDisk { events.append(.change(FileSystemChange(path: path, kind: .write(identity, content, offset: 0)))) }
    }
    // Other tests of this process go on meanwhile.
    try FileSystemChange.observe { change in
      if change.path.hasPrefix(directory) { events.append(.change(change)) }
    } during: {
      try body { events.append($0) }
    }
    (self.base, self.names, self.events) = (base, names, events.all)
  }
}
