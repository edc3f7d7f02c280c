// swift-format-ignore-file: OrderedImports
// The settings of a reader of books. A comment stays: `Defaults.Keys`, Key<Int>("a", default: 1), iCloud: true.

import Defaults
import Foundation

enum Theme: String, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable { case light, dark }

struct Bookmark: Codable, Equatable, Defaults.Serializable {
  var page: Int
}

struct Shelf: Equatable {
  let id: UUID
}

extension Shelf: Defaults.Serializable {
  struct Bridge: Defaults.Bridge {
    typealias Value = Shelf
    typealias Serializable = String

    func serialize(_ value: Value?) -> Serializable? { value?.id.uuidString }

    func deserialize(_ object: Serializable?) -> Value? {
      object.flatMap { UUID(uuidString: $0) }.map { Shelf(id: $0) }
    }
  }

  static let bridge = Bridge()  // the form of release 1
}

var group: UserDefaults { UserDefaults(suiteName: "example.reader")! }

extension Defaults.Keys {
  static let scheme = Key<Theme>("scheme", default: .light, iCloud: true)
  static let fontSize = Key<Double>(
    "fontSize",
    default: max(10, 12),  // points
    iCloud: true
  )
  static let lastBook = Key<String?>("lastBook", suite: group)
  static let isBeta = Key<Bool>("isBeta", default: false, suite: .standard, iCloud: false)
  static let isPaged = Key<Bool>("isPaged", default: true)
  static let opened = Key<Date>("opened") { Date(timeIntervalSinceReferenceDate: 0) }
  static let bookmarks = Key<[String: [Bookmark]]>(
    "bookmarks",
    default: [
      "default: 1, iCloud: true": [Bookmark(page: 1)]
    ],
    iCloud: true
  )
  static let shelf = Key<Shelf?>("shelf")
  static let extra = Defaults.Key<Defaults.AnySerializable>("extra", default: 1)
  static let pages = Key("pages", default: 0), chapters = Key("chapters", default: [1, 2])
}

/// The key of a book's page: `Defaults.Key<Int>`.
func page(of book: String) -> Defaults.Key<Int> {
  .init("page.\(book)", default: 0)
}

func isOpen(_ book: String) -> Defaults.Key<Bool> { Defaults.Key<Bool>(book + ".isOpen", default: false) }

@MainActor
final class Reader {
  @Default(.pages) var pages: Int
  private(set) var log: [String] = []
  private var observer: Defaults.Observation?
  private var more: [Defaults.Observation] = []

  func start() {
    observer = Defaults.observe(.scheme) { [weak self] change in
      self?.log.append("theme \(change.newValue)")
    }
    more.append(Defaults.observe(.fontSize, options: []) { change in print("size", change.oldValue, change.newValue) })
    more.append(
      Defaults.observe(keys: .isBeta, .isPaged, options: [.initial]) { _ = "a switch: \(Defaults[.isBeta])" }
    )
  }

  func stop() {
    observer?.invalidate()
    more.forEach { $0.invalidate() }
  }

  func forget() {
    Defaults.reset(.scheme, .fontSize)
    Defaults.Keys.pages.reset()
    Defaults.removeAll(suite: group)
  }
}

let names: [Defaults.Keys] = [.scheme, .fontSize]

func isRead() -> Bool { !Defaults.Keys.pages.isDefaultValue }

func describe() -> String {
  let quote = #"Defaults.Keys says "\#(Defaults.Keys.scheme.name)" and Defaults.reset("#
  let isPlain = Defaults.Keys.scheme.isDefaultValue && !isRead()
  return "\(quote): \(Defaults[.scheme]), \(isPlain)" /* Defaults.Keys /* nested */ Defaults.Serializable */
}
