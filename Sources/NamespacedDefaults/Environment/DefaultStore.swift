/// Creates the store of a program that sets none.
func makeDefaultStore() -> any DefaultsStore {
  #if canImport(Darwin)
    return UserDefaultsStore.standard
  #else
    do {
      return try FileStore(name: programName())
    } catch {
      return UnavailableStore(error)
    }
  #endif
}
