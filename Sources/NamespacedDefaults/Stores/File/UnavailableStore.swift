/// The store in place of one that could not be opened.
///
/// Every read and every write throws the error, so that no write seems to succeed.
final class UnavailableStore: DefaultsStore {
  let context = DefaultsStoreContext()
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  func committedValue(forKey name: String) throws -> PropertyListValue? { throw error }

  func committedKeys() throws -> [String] { throw error }

  func commit(_ changes: [DefaultsChange]) throws { throw error }

  func synchronize() throws { throw error }

  func beginExclusiveAccess() throws { throw error }
}
