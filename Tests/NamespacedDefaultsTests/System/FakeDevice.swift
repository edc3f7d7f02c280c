import Foundation
import TestSupport

@testable import NamespacedDefaults

/// A device that opens files by their classes.
final class FakeDevice: Sendable {
  let isLocked = Lockbox(false)
  /// The paths of the files that were opened, or were to be.
  let opened = Lockbox<[String]>([])
  private let classes = Lockbox<[FileIdentity: Int32]>([:])

  /// Returns the class of a file, which is that of new files until it gets another one.
  func fileClass(_ path: String) throws -> Int32? { try FileStatus(path: path).map { fileClass($0.identity) } }

  private func fileClass(_ identity: FileIdentity) -> Int32 { classes.value[identity] ?? 1 }

  var protection: DataProtection {
    DataProtection { [self] path, flags in
      opened.change { $0.append(path) }
      // A file that is there already is no new one. A new one has the class of all new ones.
      let number = try? fileClass(path)
      if isLocked.value, number ?? 1 < 4, number == nil ? flags & O_CREAT != 0 : flags & O_CREAT == 0 {
        errno = EPERM
        return -1
      }
      return open(path, flags, 0o600)
    } fileClass: { [classes] descriptor, new in
      guard let identity = try? FileStatus(descriptor: descriptor, path: "").identity else { return -1 }
      guard let new else { return classes.value[identity] ?? 1 }
      classes.change { $0[identity] = new }
      return 0
    }
  }
}
