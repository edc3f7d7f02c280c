#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One page of memory that shows the beginning of a file, at an address that is the same for every file.
///
/// While it shows no file, it holds zeros. If another program truncates the mapped file to zero bytes, the next access
/// raises SIGBUS, as in every program that maps files.
///
/// `@unchecked Sendable`: the address never changes, and the owner serializes the calls that change what is shown.
final class MappedPage: @unchecked Sendable {
  static let size = Int(sysconf(Int32(_SC_PAGESIZE)))
  let base: UnsafeMutableRawPointer
  /// Whether bytes that are written to the page go into the file.
  private(set) var isWritable = false
  /// Whether the address stays readable after the page's life.
  private var keepsAddress = false

  init() throws(DefaultsError) {
    let flags = MAP_PRIVATE | MAP_ANON
    guard let base = mmap(nil, Self.size, PROT_READ, flags, -1, 0), base != MAP_FAILED else {
      throw .system(operation: "mmap", path: "memory", code: errno)
    }
    self.base = base
  }

  deinit {
    if !keepsAddress { munmap(base, Self.size) }
  }

  /// Shows a file, which must not be empty, in place of the former content.
  func show(_ file: OpenFile) throws(DefaultsError) {
    let isWritable = file.isOverwrittenInPlace
    let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
    // MAP_FIXED replaces the old mapping in one step, so that other threads see one mapping or the other.
    guard mmap(base, Self.size, protection, MAP_SHARED | MAP_FIXED, file.descriptor, 0) != MAP_FAILED else {
      throw .system(operation: "mmap", path: file.path, code: errno)
    }
    self.isWritable = isWritable
  }

  /// Shows zeros in place of the former content.
  func showNothing() throws(DefaultsError) {
    guard mmap(base, Self.size, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED else {
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
