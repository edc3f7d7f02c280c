/// The store of a program that chooses none.
func makeDefaultStore() -> any DefaultsStore {
  #if canImport(Darwin)
    return UserDefaultsStore.standard
  #else
    // The process's name, as `UserDefaults` takes it: the last component of how it was called.
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    do {
      return try FileStore(name: name)
    } catch {
      return UnavailableStore(error)
    }
  #endif
}
