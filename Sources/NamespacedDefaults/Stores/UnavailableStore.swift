/// The store in place of one that could not be opened.
///
/// Every read and every write throws the error, so that no write seems to succeed.
final class UnavailableStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext()
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  func storedValue(forKey name: String) throws -> PropertyListValue? { throw error }

  func storedKeys() throws -> [String] { throw error }

  func persist(_ changes: [DefaultsChange]) throws { throw error }

  func apply(_ changes: [DefaultsChange]) throws { throw error }

  func synchronize() throws { throw error }

  func beginWriting() throws { throw error }
}
