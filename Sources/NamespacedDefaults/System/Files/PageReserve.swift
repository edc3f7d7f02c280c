import Synchronization

import NamespacedDefaultsPlatform

/// The addresses of all mapped pages, which a signal handler can tell from others without a lock.
///
/// They are reserved in chunks, each twice as large as the one before, which are never given back. An address without a
/// page shows zeros and takes no memory.
enum PageReserve {
  static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
  private static let firstChunkSize = 64 * pageSize
  private static let maximumChunkCount = 20

  /// The first address of each chunk; 0 for a chunk that is not reserved yet.
  ///
  /// `nonisolated(unsafe)`: it is never freed, and the addresses are atomic.
  private nonisolated(unsafe) static let chunks: UnsafeMutablePointer<Atomic<UInt>> = {
    let chunks = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: maximumChunkCount)
    for index in 0..<maximumChunkCount { (chunks + index).initialize(to: Atomic(0)) }
    return chunks
  }()

  private struct State {
    var freePages: [UInt] = []
    var chunkCount = 0
  }

  private static let state = Guarded(State())

  /// Returns whether an address lies in the reserve.
  ///
  /// A signal handler calls this. It neither locks nor allocates once it has been called before.
  static func contains(_ address: UInt) -> Bool {
    var index = 0
    var size = UInt(firstChunkSize)
    while index < maximumChunkCount {
      // Relaxed, because whoever has the address of a page got it after the chunk was reserved.
      let start = chunks[index].load(ordering: .relaxed)
      if start == 0 { return false }
      if address >= start, address - start < size { return true }
      index += 1
      size *= 2
    }
    return false
  }

  /// Returns a page that shows zeros and that nobody else uses.
  static func takePage() throws(DefaultsError) -> UnsafeMutableRawPointer {
    let address = try state.withLock { state throws(DefaultsError) in
      if state.freePages.isEmpty { try reserveChunk(&state) }
      return state.freePages.removeLast()
    }
    return UnsafeMutableRawPointer(bitPattern: address)!  // never 0
  }

  /// Takes a page back that shows zeros again.
  static func giveBack(_ page: UnsafeMutableRawPointer) {
    state.withLock { $0.freePages.append(UInt(bitPattern: page)) }
  }

  private static func reserveChunk(_ state: inout State) throws(DefaultsError) {
    let size = firstChunkSize << state.chunkCount
    guard state.chunkCount < maximumChunkCount, let base = mapMemory(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANON)
    else {
      throw .system(operation: "mmap", path: "memory", code: SystemCode.noMemory)
    }
    chunks[state.chunkCount].store(UInt(bitPattern: base), ordering: .relaxed)
    state.chunkCount += 1
    state.freePages = stride(from: size - pageSize, through: 0, by: -pageSize).map { UInt(bitPattern: base) + UInt($0) }
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
