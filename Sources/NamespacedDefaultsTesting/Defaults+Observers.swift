public import NamespacedDefaults

extension Defaults {
  /// Waits until all observers have been called with the changes that were committed before.
  ///
  /// An observer on an actor, such as the main actor, is called later than the write that it follows. With this call a test
  /// need not guess how much later:
  ///
  /// ```swift
  /// @MainActor @Test func theTitleFollowsTheSetting() async {
  ///   let window = Window()  // observes Editor.title on the main actor
  ///   Editor.title.value = "Notes"
  ///   await Defaults.waitForObservers()
  ///   #expect(window.title == "Notes")
  /// }
  /// ```
  ///
  /// What an observer writes while it is called counts for the next call of this method. Changes of other processes count
  /// once they are announced.
  ///
  /// - Parameter store: The store whose observers are meant. By default it is `Defaults.store` and, in a test with the trait
  ///   `.isolatedDefaults`, each store of a type or a key that the test has used.
  public static func waitForObservers(of store: (any DefaultsStore)? = nil) async {
    guard let store else { return await waitForAllObservers() }
    await store.context.waitForObservers()
  }
}
