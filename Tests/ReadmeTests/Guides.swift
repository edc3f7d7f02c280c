// The code of the articles in the documentation, article by article: `GuidesTests` compares the two.

import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Observation
import Testing

#if canImport(SwiftUI)
  import NamespacedDefaultsUI
  import SwiftUI
#endif

// MARK: Observing

extension DefaultsKeys {
  static let fontSize = DefaultsKey<Double>(
    "Reader.fontSize",
    defaultValue: 14
  )
  static let showsHints = DefaultsKey(
    "Reader.showsHints",
    defaultValue: true
  )
  static let saveInterval = DefaultsKey(
    "Reader.saveInterval",
    defaultValue: Duration.seconds(30)
  )
}

/// Saves again and again, and takes a new interval at once.
func saveRegularly(
  _ save: @escaping @Sendable () async throws -> Void
) async throws {
  while !Task.isCancelled {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let interval = Defaults[.saveInterval]
      group.addTask {
        // The first value is the current one.
        for await new in DefaultsKeys.saveInterval.updates()
        where new != interval { return }
      }
      group.addTask {
        while true {
          try await save()
          try await Task.sleep(for: interval)
        }
      }
      _ = try await group.next()  // whichever ends first
      group.cancelAll()
    }
  }
}

#if canImport(SwiftUI)
  struct ReaderView: View {
    var body: some View {
      Toggle("Show hints", isOn: DefaultsKeys.showsHints.binding)
      Text("Settings are read where they are needed.")
        // Registers "Reader.fontSize", and nothing else.
        .font(.system(size: Defaults[.fontSize]))
    }
  }

  struct HintsView: View {
    @DefaultState(.showsHints) private var showsHints
    @DefaultState(.fontSize) private var fontSize

    var body: some View {
      Toggle("Hints", isOn: $showsHints)
      Slider(value: $fontSize, in: 9...40)
    }
  }

  struct HintsToggle: View {
    var body: some View {
      Toggle("Hints", key: .showsHints)
      Slider(value: DefaultsKeys.fontSize.binding, in: 9...40)
    }
  }
#endif

@Observable
final class ReaderModel {
  var fontSize: Double {
    get { Defaults[.fontSize] }
    set { Defaults[.fontSize] = newValue }
  }

  var isLarge: Bool { fontSize > 18 }
}

func followFontSize() async {
  for await size in DefaultsKeys.fontSize.updates() {
    // It is printed at once, and after each change.
    print("the font has", size, "points")
  }
}

func followReader() async {
  for await (size, hints) in Defaults.updates(.fontSize, .showsHints) {
    print(size, hints ? "with hints" : "without")
  }
}

func logReader() async {
  for await (size, hints) in Defaults.changes(.fontSize, .showsHints) {
    if let size {
      print("from", size.oldValue, "to", size.newValue, "points")
    }
    if let hints { print(hints.newValue ? "with hints" : "without") }
  }
}

final class FontLoader: Sendable {
  private let observation: DefaultsObservation

  init(load: @escaping @Sendable (Double) -> Void) {
    observation = DefaultsKeys.fontSize.observe(initial: true) { change in
      load(change.newValue)
    }
  }
}

@MainActor
final class FontPanel {
  private(set) var size = Defaults[.fontSize]
  private var observation: DefaultsObservation?

  init() {
    observation = DefaultsKeys.fontSize.observe(initial: true) {
      @MainActor [weak self] in self?.size = $0.newValue
    }
  }
}

extension DefaultsKeys {
  static let isPaused = DefaultsKey("Worker.isPaused", defaultValue: false)
}

func waitUntilResumed(path: String) async throws {
  let worker = DefaultsAdapter(store: try FileStore(path: path))
  for await isPaused in worker.updates(.isPaused) where !isPaused {
    return
  }
}

// MARK: Formats

struct Angle: DefaultsSerializable {
  var degrees: Double

  func propertyListValue() throws -> PropertyListValue? {
    .double(degrees)
  }

  static func value(
    fromPropertyList stored: PropertyListValue
  ) throws -> Angle {
    Angle(degrees: try .value(fromPropertyList: stored))
  }
}

extension DefaultsBridge<Angle> {
  static var radians: Self {
    Self {
      .double($0.degrees / 180 * .pi)
    } decode: {
      Angle(degrees: try .value(fromPropertyList: $0) * 180 / .pi)
    }
  }
}

extension DefaultsKeys {
  // Stored in degrees.
  static let heading = DefaultsKey(
    "heading",
    defaultValue: Angle(degrees: 0)
  )
  // Stored in radians.
  static let bearing = DefaultsKey(
    "bearing",
    defaultValue: Angle(degrees: 0),
    bridge: .radians
  )
}

// MARK: Custom stores

/// A store in one property-list file, which is written as a whole after
/// every change.
final class PropertyListFileStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext(announcesEveryChange: true)
  private let url: URL
  // Used where the library lets nobody else in: the values in reads and in
  // `apply`, what was written with the write lock.
  private nonisolated(unsafe) var values = [String: PropertyListValue]()
  private nonisolated(unsafe) var written = [String: PropertyListValue]()

  init(_ url: URL) throws {
    self.url = url
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let contents = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: url),
      format: nil
    )
    let list = try PropertyListValue(propertyList: contents)
    guard case .dictionary(let values) = list else {
      throw DefaultsError(
        .unreadableFile,
        "\(url.path) is not a dictionary",
        path: url.path
      )
    }
    self.values = values
  }

  func storedValue(forKey name: String) -> PropertyListValue? {
    values[name]
  }

  func storedKeys() -> [String] { Array(values.keys) }

  func persist(_ changes: [DefaultsChange]) throws {
    written = values
    for change in changes { written[change.key] = change.newValue }
    let contents = PropertyListValue.dictionary(written).propertyList
    let data = try PropertyListSerialization.data(
      fromPropertyList: contents,
      format: .binary,
      options: 0
    )
    try data.write(to: url, options: .atomic)
  }

  func apply(_ changes: [DefaultsChange]) { values = written }

  func synchronize() {}
}

#if UserDefaults
  // Without the trait the numbers of a property list that Foundation has read are refused.
  struct PropertyListFileStoreTests {
    private let file = TemporaryFile()
    private var elsewhere: URL { file.directory.appendingPathExtension("moved") }

    @Test(
      arguments: StoreBattery.allCases.filter { $0 != .storesOfOnePlaceAreOne }
    )
    func keepsThePromises(_ promise: StoreBattery) throws {
      try promise.check {
        try PropertyListFileStore(file.url)
      } whileFailing: { body in
        try FileManager.default.moveItem(at: file.directory, to: elsewhere)
        defer {
          try? FileManager.default.moveItem(at: elsewhere, to: file.directory)
        }
        try body()
      }
    }
  }
#endif

// MARK: Platforms

func startApp(filesDirectory: String) throws {
  Defaults.store = try FileStore(
    path: filesDirectory + "/settings.defaults"
  )
}
