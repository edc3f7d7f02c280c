import Testing

@testable import NamespacedDefaults

/// A commit whose records are written, and that cannot be published.
@Suite struct PublicationTests {
  @Test func aCommitOfAnotherProcessIsNotTakenForOneThatFailed() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    let store = try FileStore(path: path)
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    key.value = 1
    _ = try FileSystemChange.observe { change throws(DefaultsError) in
      guard change.path == path, case .write(_, _, FileHeader.pointerOffset) = change.kind else { return }
      throw .system(operation: "pwrite", path: path, code: SystemCode.noMemory)
    } during: {
      #expect(throws: DefaultsError.self) { try key.write(2) }
    }
    // So often that it is remembered.
    for _ in 1...100 { #expect(key.value == 1) }
    // As long as the record that failed, and in its place.
    #expect(try HelperProcess.run("open", path, "set", "a", "3") == ["ok"])
    #expect(key.value == 3)
  }

  @Test func whatIsRemovedWithoutSpaceIsNotRemembered() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    let store = try FileStore(path: path)
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    try store.set(["a": 1, "b": 2])
    for _ in 1...100 { #expect(key.value == 1) }
    try FileSystemChange.observe { change throws(DefaultsError) in
      guard change.path == path, case .write(_, _, FileHeader.size...) = change.kind else { return }
      throw .system(operation: "pwrite", path: path, code: SystemCode.fileTooLarge)
    } during: {
      try store.set(nil, forKey: "a")
    }
    #expect(key.value == 0)
    #expect(try store.keys() == ["b"])
  }
}
