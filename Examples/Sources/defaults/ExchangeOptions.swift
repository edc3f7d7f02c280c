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

  /// What the beginning says: JSON begins with a brace or a bracket, and no property list does with a bracket.
  init(guessedFrom data: Data) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = data.starts(with: mark) ? data.dropFirst(mark.count) : data
    let first = text.first { !" \t\r\n".utf8.contains($0) }
    self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .xml
  }
}
