import NamespacedDefaultsPlatform

/// One page of memory that shows the beginning of a file, at an address that is the same for every file.
///
/// While it shows no file, it holds zeros. It also holds zeros, until it shows a file again, once another program has
/// truncated the file and the page was accessed; see ``BusErrorHandler``.
///
/// `@unchecked Sendable`: the address never changes, and the owner serializes the calls that change what is shown.
final class MappedPage: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  /// Whether bytes that are written to the page go into the file.
  private(set) var isWritable = false
  /// Whether the address stays readable after the page's life.
  private var keepsAddress = false

  init() throws(DefaultsError) {
    base = try PageReserve.takePage()
  }

  deinit {
    // A page that still shows the file is never used again.
    if !keepsAddress, (try? showNothing()) != nil { PageReserve.giveBack(base) }
  }

  /// Shows a file, which must not be empty, in place of the former content.
  ///
  /// - Returns: Whether the file is shown. Some file systems have no shared mappings, and without a handler of bus errors a
  ///   truncation of the file would end the process.
  func show(_ file: OpenFile) -> Bool {
    guard BusErrorHandler.isInPlace else { return false }
    let isWritable = file.isOverwrittenInPlace
    let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
    // MAP_FIXED replaces the old mapping in one step, so that other threads see one mapping or the other.
    guard mapMemory(base, PageReserve.pageSize, protection, MAP_SHARED | MAP_FIXED, file.descriptor) != nil else {
      return false
    }
    self.isWritable = isWritable
    return true
  }

  /// Shows zeros in place of the former content.
  func showNothing() throws(DefaultsError) {
    let flags = MAP_PRIVATE | MAP_ANON | MAP_FIXED
    guard mapMemory(base, PageReserve.pageSize, PROT_READ, flags) != nil else {
      throw .system(operation: "mmap", path: "memory", code: errno)
    }
    isWritable = false
  }

  /// Shows zeros from now on, also after the page's life.
  ///
  /// That costs no memory: all such pages are the system's page of zeros.
  func keepAddress() {
    keepsAddress = true
    // Where this fails, the file stays mapped, which does no harm.
    try? showNothing()
  }
}
