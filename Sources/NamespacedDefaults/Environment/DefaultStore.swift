/// Creates the store of a program that sets none.
func makeDefaultStore() -> any DefaultsStore {
  if (try? environmentVariable("XCODE_RUNNING_FOR_PREVIEWS")) == "1" {
    DefaultsProblem(.unchosenStore, error: Refusal("a preview that sets no store has its settings in memory")).report()
    return InMemoryStore()
  }
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
