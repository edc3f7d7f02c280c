/// Stands for a store that could not be opened: every read and write throws why, so nothing pretends to be kept.
final class UnavailableStore: DefaultsStore {
  let context = DefaultsStoreContext()
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  func value(forKey name: String) throws -> PropertyListValue? { throw error }

  func keys() throws -> [String] { throw error }

  func commit(_ changes: [DefaultsChange]) throws { throw error }

  func synchronize() throws { throw error }

  func beginExclusiveAccess() throws { throw error }
}
