import NamespacedDefaultsPlatform

/// Keeps the image that holds the library in memory as long as the process lives.
///
/// The system keeps addresses of its functions: of a signal handler, and of what a thread calls at its end. `dlclose` of a
/// plugin that holds the library would leave them without code.
///
/// - Returns: Whether it will not be unloaded. A program that is linked statically never is.
func keepImageLoaded() -> Bool { isImageKept }

private let isImageKept: Bool = {
  #if canImport(Darwin)
    // The system never unloads an image with Swift metadata.
    return true
  #else
    // Not imported with every C library: `int dladdr(const void *, Dl_info *)`, whose first member is the file's name.
    typealias Query = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    guard let symbol = dlsym(nil, "dladdr") else { return true }
    let function: @convention(c) () -> Void = {}
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { info in
      let address = unsafeBitCast(function, to: UnsafeRawPointer.self)
      guard unsafeBitCast(symbol, to: Query.self)(address, info.baseAddress!) != 0 else { return true }
      let name = info.load(as: UnsafePointer<CChar>?.self)
      let keep: Int32 = 0x1000  // RTLD_NODELETE
      let loaded: Int32 = 4  // RTLD_NOLOAD
      // The program itself has no name by which it can be opened, and is never unloaded.
      return dlopen(name, RTLD_LAZY | keep | loaded) != nil || dlopen(nil, RTLD_LAZY) != nil
    }
  #endif
}()
