#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URL: DefaultsSerializable {
  /// The text of `absoluteString`.
  ///
  /// A relative URL that begins with `/` or `~` is an error, for it would come back as the file of that path.
  public func propertyListValue() throws -> PropertyListValue? {
    let stored = PropertyListValue.string(absoluteString)
    guard let copy = try? Self.value(fromPropertyList: stored), copy.absoluteString == absoluteString else {
      let reason = "a relative URL that begins with / or ~ would come back as a file's"
      throw DefaultsError.notEncodable(type: "URL", reason: reason)
    }
    return stored
  }

  /// A text that is a URL, the path of a file that begins with `/` or `~`, or an archived `NSURL`.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> URL {
    switch stored {
    case .string(let text):
      if let url = text.hasFilePath ? filePath(text) : lenient(text) { return url }
    case .data(let archive):
      if let url = unarchiveURL(archive) { return url }
    default: break
    }
    throw stored.mismatch(Self.self)
  }

  private static func filePath(_ path: String) -> URL {
    let home = FileManager.default.homeDirectoryForCurrentUser
    if path == "~" { return home }
    let hint = DirectoryHint.inferFromPath
    return path.hasPrefix("~/")
      ? home.appending(path: path.dropFirst(2), directoryHint: hint) : URL(filePath: path, directoryHint: hint)
  }

  /// `URL(string:)` would percent-encode JSON that another library left, quotation marks and all, and call it a URL.
  private static func lenient(_ text: String) -> URL? {
    text.first.map("\"{[".contains) == true ? nil : URL(string: text)
  }
}

extension String {
  /// Two slashes begin a URL without a scheme, `//host/path`, and not a path.
  fileprivate var hasFilePath: Bool {
    self == "~" || hasPrefix("~/") || hasPrefix("/") && !hasPrefix("//")
  }
}
