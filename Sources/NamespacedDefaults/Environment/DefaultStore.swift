/// Creates the store of a program that sets none.
func makeDefaultStore() -> any DefaultsStore {
  #if canImport(Darwin)
    return UserDefaultsStore.standard
  #else
    // The process's name, as `UserDefaults` has it: the last component of the path by which it was called.
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    do {
      return try FileStore(name: name)
    } catch {
      return UnavailableStore(error)
    }
  #endif
}
