import Synchronization

import NamespacedDefaultsPlatform

/// The addresses of all mapped pages, which a signal handler can distinguish from others without a lock.
///
/// They are reserved at once, which takes no memory, and never given back. An address without a page shows zeros.
enum PageReserve {
  static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The addresses, for as many stores as a process may have at a time.
  ///
  /// They are fewer where there are few, on a 32-bit system or under a limit of the process (`RLIMIT_AS`).
  private static let addresses: Range<UInt> = {
    var size = pageSize << (UInt.bitWidth == 64 ? 14 : 10)
    while size > 0 {
      if let base = mapMemory(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANON) {
        return UInt(bitPattern: base)..<UInt(bitPattern: base) + UInt(size)
      }
      size = size / 2 / pageSize * pageSize
    }
    return 0..<0
  }()

  private static let free = Guarded([UInt]())
  /// The first address that was never taken.
  // Relaxed, because nothing belongs to it.
  private static let next = Atomic(addresses.lowerBound)

  /// Returns whether an address lies in the reserve.
  ///
  /// A signal handler calls this. It neither locks nor allocates once it has been called before.
  static func contains(_ address: UInt) -> Bool { addresses.contains(address) }

  /// Returns a page that shows zeros and that nobody else uses.
  static func takePage() throws(DefaultsError) -> UnsafeMutableRawPointer {
    let page = free.withLock { $0.popLast() } ?? next.add(UInt(pageSize), ordering: .relaxed).oldValue
    guard addresses.contains(page), let page = UnsafeMutableRawPointer(bitPattern: page) else {
      throw .system(operation: "mmap", path: "memory", code: ENOMEM)
    }
    return page
  }

  /// Takes a page back that shows zeros again.
  static func giveBack(_ page: UnsafeMutableRawPointer) {
    free.withLock { $0.append(UInt(bitPattern: page)) }
  }
}

/// Maps memory, or the beginning of a file.
///
/// - Returns: The address; `nil` with the `errno` of the failure.
func mapMemory(
  _ address: UnsafeMutableRawPointer?,
  _ size: Int,
  _ protection: Int32,
  _ flags: Int32,
  _ descriptor: Int32 = -1
) -> UnsafeMutableRawPointer? {
  // Not optional on Android, which has no MAP_FAILED in Swift either.
  let base: UnsafeMutableRawPointer? = mmap(address, size, protection, flags, descriptor, 0)
  return base == UnsafeMutableRawPointer(bitPattern: -1) ? nil : base
}
