import NamespacedDefaults

/// Opens a store, writes and observes it.
///
/// - Returns: 0 if all of that went well.
@_cdecl("usePlugin") public func usePlugin(_ path: UnsafePointer<CChar>) -> Int32 {
  do {
    let store = try FileStore(path: String(cString: path))
    let observation = store.observe { _ in }
    defer { observation.cancel() }
    try store.set(.integer(1), forKey: "a")
    return try store.value(forKey: "a") == .integer(1) ? 0 : 1
  } catch {
    return 2
  }
}
