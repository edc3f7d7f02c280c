// The code of the article on moving from Defaults: `GuidesTests` compares the two.

import NamespacedDefaults

enum Tint: String, Codable, DefaultsSerializable { case blue, red }
struct Project: Codable, DefaultsSerializable { var name: String }

extension DefaultsKeys {
  static let quality = DefaultsKey<Double>("quality", defaultValue: 0.8)
  static let tint = DefaultsKey<Tint>("tint", defaultValue: .blue)
  static let project = DefaultsKey<Project?>("project")
}

func export() async {
  Defaults[.quality] += 0.1
  Defaults[.project] = Project(name: "Plan")
  for await tint in Defaults.updates(.tint) {
    print(tint)
  }
}

extension DefaultsKeys {
  static let sharedTint = DefaultsKey<Tint>(
    "tint",
    defaultValue: .blue,
    bridge: .jsonString
  )
  static let sharedProject = DefaultsKey<Project?>(
    "project",
    bridge: .jsonString
  )
}

struct Contact: Hashable {
  let name: String
  let age: String
}

extension Contact: DefaultsSerializable {
  func propertyListValue() -> PropertyListValue? {
    ["name": .string(name), "age": .string(age)]
  }

  static func value(
    fromPropertyList stored: PropertyListValue
  ) throws -> Self {
    guard let name: String = stored["name"]?.decoded(),
      let age: String = stored["age"]?.decoded()
    else {
      throw DefaultsError.typeMismatch(expected: "Contact", found: stored)
    }
    return Self(name: name, age: age)
  }
}

extension DefaultsKeys {
  static let contacts = DefaultsKey<[Contact]>(
    "contacts",
    defaultValue: []
  )
}

@MainActor
final class Exporter {
  private(set) var quality = 0.0
  private var observation: DefaultsObservation?

  func follow() {
    observation = Defaults.observe(.quality, initial: true) {
      @MainActor [weak self] change in
      self?.quality = change.newValue
    }
  }
}

func keepPreviewBelowQuality() -> DefaultsObservation {
  Defaults.observe([.quality, .previewQuality]) {
    Defaults.withoutPropagation {
      let quality = min(Defaults[.previewQuality], Defaults[.quality])
      Defaults[.previewQuality] = quality
    }
  }
}

extension DefaultsKeys {
  static let previewQuality = DefaultsKey<Double>(
    "previewQuality",
    defaultValue: 0.5
  )
}
