/// The store of a program that chooses none.
func makeDefaultStore() -> any DefaultsStore {
  InMemoryStore()
}
