/// Creates the store of a program that sets none.
func makeDefaultStore() -> any DefaultsStore {
  #if UserDefaults && canImport(Darwin)
    return UserDefaultsStore.standard
  #elseif os(WASI)
    // There are no files that outlast the process.
    return InMemoryStore()
  #else
    do {
      return try FileStore(name: programName())
    } catch {
      return UnavailableStore(error)
    }
  #endif
}
