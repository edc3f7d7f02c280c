// swift-format-ignore-file: OrderedImports
// The settings of a reader of books. A comment stays: `Defaults.Keys`, Key<Int>("a", default: 1), iCloud: true.

import NamespacedDefaults
import Foundation

enum Theme: String, Codable, DefaultsSerializable { case light, dark }

struct Bookmark: Codable, Equatable, DefaultsSerializable {
  var page: Int
}

struct Shelf: Equatable {
  let id: UUID
}

extension Shelf: DefaultsSerializable {
  struct Bridge: Sendable {
    typealias Value = Shelf
    typealias Serializable = String

    func serialize(_ value: Value?) -> Serializable? { value?.id.uuidString }

    func deserialize(_ object: Serializable?) -> Value? {
      object.flatMap { UUID(uuidString: $0) }.map { Shelf(id: $0) }
    }
  }

  static let bridge = Bridge()  // the form of release 1

  func propertyListValue() throws -> PropertyListValue? {
    try Self.bridge.serialize(self).propertyListValue()
  }

  static func value(fromPropertyList stored: PropertyListValue) throws -> Shelf {
    let object = try String.value(fromPropertyList: stored)
    guard let value = bridge.deserialize(object) else {
      throw DefaultsError.typeMismatch(expected: "Shelf", found: stored)
    }
    return value
  }
}

var group: UserDefaults { UserDefaults(suiteName: "example.reader")! }

extension DefaultsKeys {
  static let scheme = DefaultsKey<Theme>("scheme", defaultValue: .light)
  static let fontSize = DefaultsKey<Double>(
    "fontSize",
    defaultValue: max(10, 12)  // points
  )
  static let lastBook = DefaultsKey<String?>("lastBook", store: UserDefaultsStore(group))
  static let isBeta = DefaultsKey<Bool>("isBeta", defaultValue: false, store: UserDefaultsStore.standard)
  static let isPaged = DefaultsKey<Bool>("isPaged", defaultValue: true)
  static let opened = DefaultsKey<Date>("opened") { Date(timeIntervalSinceReferenceDate: 0) }
  static let bookmarks = DefaultsKey<[String: [Bookmark]]>(
    "bookmarks",
    defaultValue: [
      "default: 1, iCloud: true": [Bookmark(page: 1)]
    ]
  )
  static let shelf = DefaultsKey<Shelf?>("shelf")
  static let extra = DefaultsKey<PropertyListValue>("extra", defaultValue: 1)
  static let pages = DefaultsKey("pages", defaultValue: 0), chapters = DefaultsKey("chapters", defaultValue: [1, 2])
}

/// The key of a book's page: `Defaults.Key<Int>`.
func page(of book: String) -> DefaultsKey<Int> {
  .init("page.\(book)", defaultValue: 0)
}

func isOpen(_ book: String) -> DefaultsKey<Bool> { DefaultsKey<Bool>(book + ".isOpen", defaultValue: false) }

@MainActor
final class Reader {
  @Default(.pages) var pages: Int
  private(set) var log: [String] = []
  private var observer: DefaultsObservation?
  private var more: [DefaultsObservation] = []

  func start() {
    observer = Defaults.observe(.scheme, initial: true) { @MainActor [weak self] change in
      self?.log.append("theme \(change.newValue)")
    }
    more.append(Defaults.observe(.fontSize) { change in print("size", change.oldValue, change.newValue) })
    more.append(
      Defaults.observe([.isBeta, .isPaged], initial: true) { _ = "a switch: \(Defaults[.isBeta])" }
    )
  }

  func stop() {
    observer?.cancel()
    more.forEach { $0.cancel() }
  }

  func forget() {
    Defaults.remove(.scheme, .fontSize)
    DefaultsKeys.pages.remove()
    DefaultsAdapter(store: UserDefaultsStore(group)).removeAll()
  }
}

let names: [DefaultsKeys] = [.scheme, .fontSize]

func isRead() -> Bool { (DefaultsKeys.pages.value != DefaultsKeys.pages.defaultValue) }

func describe() -> String {
  let quote = #"Defaults.Keys says "\#(DefaultsKeys.scheme.name)" and Defaults.reset("#
  let isPlain = (DefaultsKeys.scheme.value == DefaultsKeys.scheme.defaultValue) && !isRead()
  return "\(quote): \(Defaults[.scheme]), \(isPlain)" /* Defaults.Keys /* nested */ Defaults.Serializable */
}
