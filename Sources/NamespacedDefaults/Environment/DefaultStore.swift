/// Creates the store of a program that sets none.
func makeDefaultStore() -> any DefaultsStore {
  #if UserDefaults && canImport(Darwin)
    return UserDefaultsStore.standard
  #elseif os(WASI) || os(Windows)
    // There is no store in files.
    return InMemoryStore()
  #else
    do {
      return try FileStore(name: programName())
    } catch {
      return UnavailableStore(error)
    }
  #endif
}
