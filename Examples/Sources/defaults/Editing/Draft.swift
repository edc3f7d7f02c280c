/// A text that is being edited, in a directory that its owner alone may enter.
struct Draft {
  let path: String
  private let directory: String

  init(_ data: Data) throws(FileFailure) {
    let variable = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let parent = variable.isEmpty ? "/tmp" : variable
    let template: UnsafeMutablePointer<CChar> = strdup(parent + (parent.hasSuffix("/") ? "" : "/") + "defaults-XXXXXX")
    defer { free(template) }
    guard mkdtemp(template) != nil else { throw .now("make a directory in", parent) }
    directory = String(cString: template)
    path = directory + "/settings.json"
    try Document.write(data, to: path)
  }

  /// Whether the text is still there; an editor can remove it.
  var isKept: Bool { FileManager.default.fileExists(atPath: path) }

  func text() throws(FileFailure) -> Data { try Document.read(path) }

  func remove() {
    // With what the editor left beside it.
    try? FileManager.default.removeItem(atPath: directory)
  }
}

/// An edited text that cannot be stored.
struct UnusableDraft: Error {
  let reason: any Error
  /// Where the text is kept, if it is.
  let path: String?
}
