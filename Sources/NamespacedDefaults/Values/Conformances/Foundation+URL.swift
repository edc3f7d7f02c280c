public import NamespacedDefaultsFoundation

extension URL: DefaultsSerializable {
  /// Returns the URL's `absoluteString`.
  ///
  /// A URL that would not come back equal is an error. A relative URL such as `/a` or `~/a` would come back as the file
  /// at that path.
  public func propertyListValue() throws -> PropertyListValue? {
    let stored = PropertyListValue.string(absoluteString)
    guard let copy = try? Self.value(fromPropertyList: stored), copy.absoluteString == absoluteString else {
      let reason = "a relative URL that begins with / or ~ would come back as a file's"
      throw DefaultsError.notEncodable(type: "URL", reason: reason)
    }
    return stored
  }

  /// Returns the URL of a string, of a file's path that begins with `/` or `~`, or of an archived `NSURL`.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> URL {
    switch stored {
    case .string(let text):
      if let url = text.hasFilePath ? filePath(text) : lenient(text) { return url }
    case .data(let archive):
      if let url = URL(archive: archive) { return url }
    default: break
    }
    throw stored.mismatch(Self.self)
  }

  private static func filePath(_ path: String) -> URL {
    // That of the path of a store.
    let home =
      (try? NamespacedDefaults.homeDirectory()).map { URL(filePath: $0, directoryHint: .isDirectory) } ?? homeDirectory
    if path == "~" { return home }
    let hint = DirectoryHint.inferFromPath
    return path.hasPrefix("~/")
      ? home.appending(path: path.dropFirst(2), directoryHint: hint) : URL(filePath: path, directoryHint: hint)
  }

  /// Returns the URL of a string, or `nil` if the string looks like JSON of another library.
  ///
  /// `URL(string:)` alone would percent-encode the JSON, with its quotation marks, and return a URL.
  private static func lenient(_ text: String) -> URL? {
    text.first.map("\"{[".contains) == true ? nil : URL(string: text)
  }
}

extension String {
  /// Whether the string is the path of a file.
  ///
  /// Two slashes begin a URL without a scheme, `//host/path`, and not a path.
  fileprivate var hasFilePath: Bool {
    self == "~" || hasPrefix("~/") || hasPrefix("/") && !hasPrefix("//")
  }
}
