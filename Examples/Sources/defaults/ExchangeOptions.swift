import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsMigration

/// What `export` and `import` have in common.
struct ExchangeOptions: ParsableArguments {
  @Option(help: "The format. Default: what the file's name, or what is in it, says; otherwise xml.")
  var format: ExchangeFormat?
  @Option(help: "Only keys of this namespace; \"Account.*\" takes those of instances too.", completion: .namespaces)
  var namespace: String?
  @OptionGroup var storeOption: StoreOption

  var selection: Selection? { namespace.map(Selection.init) }
}

/// The formats by the names that a person uses.
enum ExchangeFormat: String, ExpressibleByArgument, CaseIterable {
  case xml, json

  var format: DefaultsExportFormat {
    switch self {
    case .xml: .propertyList
    case .json: .json
    }
  }

  /// What the end of a file's name says, or `nil`.
  init?(fileName: String) {
    switch URL(filePath: fileName).pathExtension.lowercased() {
    case "json": self = .json
    case "plist", "xml": self = .xml
    default: return nil
    }
  }

  /// What the end of a new file's name says; XML where it has none.
  init(newFile name: String) throws(UnusableArguments) {
    let ending = URL(filePath: name).pathExtension
    if let format = Self(fileName: name) {
      self = format
    } else if ending.isEmpty {
      self = .xml
    } else {
      throw UnusableArguments(
        "There is no export for .\(ending.printable). A name ends in .plist, .xml or .json, or --format says the format."
      )
    }
  }

  /// The format of a file that is an export, or another property list or JSON object; `nil` for any other.
  init?(contentsOf path: String) {
    var status = stat()
    // A pipe would be waited for.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let data = try? Document.read(path) else {
      return nil
    }
    self.init(guessedFrom: data)
    if self == .xml, !["<", "bplist"].contains(where: { data.starts(with: $0.utf8) }) { return nil }
  }

  /// What it is, in words.
  var noun: String { self == .xml ? "a property list" : "JSON" }

  /// What the beginning says: JSON begins with a brace or a bracket, and no property list does with a bracket.
  init(guessedFrom data: Data) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = data.starts(with: mark) ? data.dropFirst(mark.count) : data
    let first = text.first { !" \t\r\n".utf8.contains($0) }
    self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .xml
  }
}
