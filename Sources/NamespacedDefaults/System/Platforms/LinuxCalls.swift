#if os(Linux) || os(Android)
  import NamespacedDefaultsPlatform

  /// System calls that Swift does not import.
  ///
  /// They are looked up at run time, so that the program also starts with an older C library. A program that is linked
  /// statically finds none of them, and does without: it calls stat(2), copies no extended attributes, does not write through
  /// a mapping, and does not detect a network file system.
  package enum LinuxCalls {
    // The types are those of section 2 of the manual, with an untyped pointer in place of each structure.
    private typealias Fstatfs = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
    /// The type of the file system in place of what the system says; tests set it.
    @TaskLocal package static var fileSystemType: UInt32?
    private static let fstatfs = dlsym(nil, "fstatfs").map { unsafeBitCast($0, to: Fstatfs.self) }

    /// Returns the marks of a file (`STATX_ATTR_…`), or `nil` where the system does not report them.
    static func attributes(of path: String) -> UInt64? {
      try? FileStatus.statx(nil, path) { $0.load(fromByteOffset: 8, as: UInt64.self) }
    }

    /// Returns whether a user ID stands for all users whom the user namespace of this process does not have.
    static func isUnmapped(_ user: uid_t) -> Bool {
      func numbers(_ path: String) -> [Int64] {
        let text = String(
          decoding: (try? OpenFile(path: path, for: .readingOnly).readAll(upTo: 4096)) ?? [],
          as: UTF8.self
        )
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
      }
      guard numbers("/proc/sys/kernel/overflowuid") == [Int64(user)] else { return false }
      // Each line ends in the number of users that it maps.
      let map = numbers("/proc/self/uid_map")
      return stride(from: 2, to: map.count, by: 3).reduce(0) { $0 + map[$1] } < Int64(UInt32.max)
    }

    /// Returns whether a file's bytes keep their place on the disk when they are written again.
    ///
    /// Only such a file may be written through a mapping, because a write to a mapping can fail only with SIGBUS. File
    /// systems that copy on write (Btrfs, ZFS, XFS after a `cp --reflink`) need new space, which may be missing.
    static func isOverwrittenInPlace(_ descriptor: Int32) -> Bool {
      guard let (type, blockSize) = fileSystem(of: descriptor), hasBlocks(descriptor) else { return false }
      guard type == 0xEF53 || type == 0x0102_1994 else { return false }  // EXT4_SUPER_MAGIC, TMPFS_MAGIC
      // The first write to a page needs blocks for the whole page, unless they are smaller.
      return blockSize >= UInt32(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Returns the name of the network file system that a file is on; `nil` for any other one.
    static func network(of descriptor: Int32) -> String? {
      // The types are those of statfs(2) and of the kernel's headers.
      switch fileSystem(of: descriptor)?.type {
      case 0x6969: "NFS"
      case 0x517B, 0xFE53_4D42, 0xFF53_4D42: "SMB"
      case 0x0102_1997: "9P"
      case 0x6573_5546: "FUSE"
      case 0x5346_414F, 0x6B41_4653: "AFS"
      case 0x786F_4256: "VirtualBox"
      case 0x00C3_6400: "Ceph"
      case 0x0BD0_0BD0: "Lustre"
      default: nil
      }
    }

    /// Returns whether a file is on overlayfs.
    static func isOnOverlay(_ descriptor: Int32) -> Bool { fileSystem(of: descriptor)?.type == 0x794C_7630 }

    private static func fileSystem(of descriptor: Int32) -> (type: UInt32, blockSize: UInt32)? {
      guard let fstatfs else { return nil }
      return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { answer in
        guard fstatfs(descriptor, answer.baseAddress!) == 0 else { return nil }
        // `f_type`, whose numbers fit into the lower half, and `f_bsize`
        let type = fileSystemType ?? answer.load(as: UInt32.self)
        return (type, answer.load(fromByteOffset: 8, as: UInt32.self))
      }
    }

    /// Returns whether a file that is not empty has its bytes in blocks.
    ///
    /// ext4 can keep a few bytes in the inode, and would need a block for a mapping. Bytes in blocks never move back to
    /// the inode.
    private static func hasBlocks(_ descriptor: Int32) -> Bool {
      var flags: Int = 0
      // FS_IOC_GETFLAGS. tmpfs before Linux 6.0 has no flags, and no such files either.
      guard ioctl(descriptor, 0x8008_6601, &flags) == 0 else { return errno == ENOTTY }
      return flags & 0x1000_0000 == 0  // EXT4_INLINE_DATA_FL
    }
  }
#else
  import NamespacedDefaultsPlatform

  // The system reports neither. On Apple platforms statfs(2) needs a reason in the privacy manifest.
  package enum LinuxCalls {
    static func isOverwrittenInPlace(_ descriptor: Int32) -> Bool { false }
    static func network(of descriptor: Int32) -> String? { nil }
    static func isOnOverlay(_ descriptor: Int32) -> Bool { false }
    static func isUnmapped(_ user: uid_t) -> Bool { false }
  }
#endif
