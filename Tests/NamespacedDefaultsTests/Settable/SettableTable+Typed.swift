import Foundation
import NamespacedDefaults

extension SettableTable {
  /// Adds the members on ``Typed``, whose defaults say other types than those of the protocols.
  mutating func addTyped() {
    let typed = Typed()
    add(
      "BoolDefaultSettable",
      of: " of Bool?",
      on: "Typed",
      key: "is.on",
      default: true,
      value: false,
      type: SettableMembers<Bool?>(
        get: { Typed.bool(forKey: .isOn) },
        set: { Typed.set($0, forKey: .isOn) },
        subscriptGet: { Typed[.isOn] },
        subscriptSet: { Typed[.isOn] = $0 },
        subscriptModify: { $0(&Typed[.isOn]) },
        remove: { Typed.remove(forKey: .isOn) },
        key: { Typed.key(.isOn) }
      ),
      instance: SettableMembers<Bool?>(
        get: { typed.bool(forKey: .isOn) },
        set: { typed.set($0, forKey: .isOn) },
        subscriptGet: { typed[.isOn] },
        subscriptSet: { typed[.isOn] = $0 },
        subscriptModify: { $0(&typed[.isOn]) },
        remove: { typed.remove(forKey: .isOn) },
        key: { typed.key(.isOn) }
      )
    )
    add(
      "IntegerDefaultSettable",
      of: " of Int?",
      on: "Typed",
      key: "a.count",
      default: 7,
      value: 3,
      edges: [0, .integer(Int64(Int.min)), .integer(Int64(Int.max))],
      unreadable: [.data(Data([0xFF])), 1.5],
      type: SettableMembers<Int?>(
        get: { Typed.integer(forKey: .count) },
        set: { Typed.set($0, forKey: .count) },
        subscriptGet: { Typed[.count] },
        subscriptSet: { Typed[.count] = $0 },
        subscriptModify: { $0(&Typed[.count]) },
        remove: { Typed.remove(forKey: .count) },
        key: { Typed.key(.count) }
      ),
      instance: SettableMembers<Int?>(
        get: { typed.integer(forKey: .count) },
        set: { typed.set($0, forKey: .count) },
        subscriptGet: { typed[.count] },
        subscriptSet: { typed[.count] = $0 },
        subscriptModify: { $0(&typed[.count]) },
        remove: { typed.remove(forKey: .count) },
        key: { typed.key(.count) }
      )
    )
    add(
      "FloatDefaultSettable",
      of: " of Float?",
      on: "Typed",
      key: "a.gain",
      default: 0.5,
      value: 1.5,
      edges: [0.0, .double(Double(Float.greatestFiniteMagnitude))],
      unreadable: [.data(Data([0xFF])), 1e300],
      type: SettableMembers<Float?>(
        get: { Typed.float(forKey: .gain) },
        set: { Typed.set($0, forKey: .gain) },
        subscriptGet: { Typed[.gain] },
        subscriptSet: { Typed[.gain] = $0 },
        subscriptModify: { $0(&Typed[.gain]) },
        remove: { Typed.remove(forKey: .gain) },
        key: { Typed.key(.gain) }
      ),
      instance: SettableMembers<Float?>(
        get: { typed.float(forKey: .gain) },
        set: { typed.set($0, forKey: .gain) },
        subscriptGet: { typed[.gain] },
        subscriptSet: { typed[.gain] = $0 },
        subscriptModify: { $0(&typed[.gain]) },
        remove: { typed.remove(forKey: .gain) },
        key: { typed.key(.gain) }
      )
    )
    add(
      "DoubleDefaultSettable",
      of: " of Double?",
      on: "Typed",
      key: "a.volume",
      default: 0.25,
      value: 3.25,
      edges: [0.0, .double(.greatestFiniteMagnitude), .double(-.infinity)],
      type: SettableMembers<Double?>(
        get: { Typed.double(forKey: .volume) },
        set: { Typed.set($0, forKey: .volume) },
        subscriptGet: { Typed[.volume] },
        subscriptSet: { Typed[.volume] = $0 },
        subscriptModify: { $0(&Typed[.volume]) },
        remove: { Typed.remove(forKey: .volume) },
        key: { Typed.key(.volume) }
      ),
      instance: SettableMembers<Double?>(
        get: { typed.double(forKey: .volume) },
        set: { typed.set($0, forKey: .volume) },
        subscriptGet: { typed[.volume] },
        subscriptSet: { typed[.volume] = $0 },
        subscriptModify: { $0(&typed[.volume]) },
        remove: { typed.remove(forKey: .volume) },
        key: { typed.key(.volume) }
      )
    )
    add(
      "StringDefaultSettable",
      of: " of String",
      on: "Typed",
      key: "a.name",
      default: "x",
      value: "Ada",
      edges: [""],
      type: SettableMembers<String>(
        get: { Typed.string(forKey: .name) },
        set: { Typed.set($0, forKey: .name) },
        subscriptGet: { Typed[.name] },
        subscriptSet: { Typed[.name] = $0 },
        subscriptModify: { $0(&Typed[.name]) },
        remove: { Typed.remove(forKey: .name) },
        key: { Typed.key(.name) }
      ),
      instance: SettableMembers<String>(
        get: { typed.string(forKey: .name) },
        set: { typed.set($0, forKey: .name) },
        subscriptGet: { typed[.name] },
        subscriptSet: { typed[.name] = $0 },
        subscriptModify: { $0(&typed[.name]) },
        remove: { typed.remove(forKey: .name) },
        key: { typed.key(.name) }
      )
    )
    add(
      "URLDefaultSettable",
      of: " of URL",
      on: "Typed",
      key: "a.homepage",
      default: "https://x.y",
      value: "https://a.b/c?d=e",
      type: SettableMembers<URL>(
        get: { Typed.url(forKey: .homepage) },
        set: { Typed.set($0, forKey: .homepage) },
        subscriptGet: { Typed[.homepage] },
        subscriptSet: { Typed[.homepage] = $0 },
        subscriptModify: { $0(&Typed[.homepage]) },
        remove: { Typed.remove(forKey: .homepage) },
        key: { Typed.key(.homepage) }
      ),
      instance: SettableMembers<URL>(
        get: { typed.url(forKey: .homepage) },
        set: { typed.set($0, forKey: .homepage) },
        subscriptGet: { typed[.homepage] },
        subscriptSet: { typed[.homepage] = $0 },
        subscriptModify: { $0(&typed[.homepage]) },
        remove: { typed.remove(forKey: .homepage) },
        key: { typed.key(.homepage) }
      )
    )
    add(
      "DataDefaultSettable",
      of: " of Data",
      on: "Typed",
      key: "an.avatar",
      default: .data(Data([7])),
      value: .data(Data([1, 2])),
      edges: [.data(Data())],
      unreadable: [1],
      type: SettableMembers<Data>(
        get: { Typed.data(forKey: .avatar) },
        set: { Typed.set($0, forKey: .avatar) },
        subscriptGet: { Typed[.avatar] },
        subscriptSet: { Typed[.avatar] = $0 },
        subscriptModify: { $0(&Typed[.avatar]) },
        remove: { Typed.remove(forKey: .avatar) },
        key: { Typed.key(.avatar) }
      ),
      instance: SettableMembers<Data>(
        get: { typed.data(forKey: .avatar) },
        set: { typed.set($0, forKey: .avatar) },
        subscriptGet: { typed[.avatar] },
        subscriptSet: { typed[.avatar] = $0 },
        subscriptModify: { $0(&typed[.avatar]) },
        remove: { typed.remove(forKey: .avatar) },
        key: { typed.key(.avatar) }
      )
    )
    add(
      "DateDefaultSettable",
      of: " of Date",
      on: "Typed",
      key: "a.birthday",
      default: .date(Date(timeIntervalSinceReferenceDate: 7)),
      value: .date(Date(timeIntervalSinceReferenceDate: 1.5)),
      type: SettableMembers<Date>(
        get: { Typed.date(forKey: .birthday) },
        set: { Typed.set($0, forKey: .birthday) },
        subscriptGet: { Typed[.birthday] },
        subscriptSet: { Typed[.birthday] = $0 },
        subscriptModify: { $0(&Typed[.birthday]) },
        remove: { Typed.remove(forKey: .birthday) },
        key: { Typed.key(.birthday) }
      ),
      instance: SettableMembers<Date>(
        get: { typed.date(forKey: .birthday) },
        set: { typed.set($0, forKey: .birthday) },
        subscriptGet: { typed[.birthday] },
        subscriptSet: { typed[.birthday] = $0 },
        subscriptModify: { $0(&typed[.birthday]) },
        remove: { typed.remove(forKey: .birthday) },
        key: { typed.key(.birthday) }
      )
    )
    add(
      "StringArrayDefaultSettable",
      of: " of [String]",
      on: "Typed",
      key: "some.tags",
      default: ["x"],
      value: ["a", "b"],
      edges: [[], [""]],
      type: SettableMembers<[String]>(
        get: { Typed.stringArray(forKey: .tags) },
        set: { Typed.set($0, forKey: .tags) },
        subscriptGet: { Typed[.tags] },
        subscriptSet: { Typed[.tags] = $0 },
        subscriptModify: { $0(&Typed[.tags]) },
        remove: { Typed.remove(forKey: .tags) },
        key: { Typed.key(.tags) }
      ),
      instance: SettableMembers<[String]>(
        get: { typed.stringArray(forKey: .tags) },
        set: { typed.set($0, forKey: .tags) },
        subscriptGet: { typed[.tags] },
        subscriptSet: { typed[.tags] = $0 },
        subscriptModify: { $0(&typed[.tags]) },
        remove: { typed.remove(forKey: .tags) },
        key: { typed.key(.tags) }
      )
    )
    add(
      "ArrayDefaultSettable",
      of: " of [Int]",
      on: "Typed",
      key: "some.scores",
      default: [7],
      value: [1, 2],
      edges: [[]],
      unreadable: [.data(Data([0xFF])), ["two"]],
      type: SettableMembers<[Int]>(
        get: { Typed.array(forKey: .scores) },
        set: { Typed.set($0, forKey: .scores) },
        subscriptGet: { Typed[.scores] },
        subscriptSet: { Typed[.scores] = $0 },
        subscriptModify: { $0(&Typed[.scores]) },
        remove: { Typed.remove(forKey: .scores) },
        key: { Typed.key(.scores) }
      ),
      instance: SettableMembers<[Int]>(
        get: { typed.array(forKey: .scores) },
        set: { typed.set($0, forKey: .scores) },
        subscriptGet: { typed[.scores] },
        subscriptSet: { typed[.scores] = $0 },
        subscriptModify: { $0(&typed[.scores]) },
        remove: { typed.remove(forKey: .scores) },
        key: { typed.key(.scores) }
      )
    )
    add(
      "DictionaryDefaultSettable",
      of: " of [String: Int]",
      on: "Typed",
      key: "some.limits",
      default: ["x": 7],
      value: ["a": 1],
      edges: [[:]],
      unreadable: [.data(Data([0xFF])), ["a": "b"]],
      type: SettableMembers<[String: Int]>(
        get: { Typed.dictionary(forKey: .limits) },
        set: { Typed.set($0, forKey: .limits) },
        subscriptGet: { Typed[.limits] },
        subscriptSet: { Typed[.limits] = $0 },
        subscriptModify: { $0(&Typed[.limits]) },
        remove: { Typed.remove(forKey: .limits) },
        key: { Typed.key(.limits) }
      ),
      instance: SettableMembers<[String: Int]>(
        get: { typed.dictionary(forKey: .limits) },
        set: { typed.set($0, forKey: .limits) },
        subscriptGet: { typed[.limits] },
        subscriptSet: { typed[.limits] = $0 },
        subscriptModify: { $0(&typed[.limits]) },
        remove: { typed.remove(forKey: .limits) },
        key: { typed.key(.limits) }
      )
    )
    add(
      "ObjectDefaultSettable",
      of: " of Person",
      on: "Typed",
      key: "a.profile",
      default: .data(Data(#"{"age":7,"name":"x"}"#.utf8)),
      value: .data(Data(#"{"age":36,"name":"Ada"}"#.utf8)),
      type: SettableMembers<Person>(
        get: { Typed.object(forKey: .profile) },
        set: { Typed.set($0, forKey: .profile) },
        subscriptGet: { Typed[.profile] },
        subscriptSet: { Typed[.profile] = $0 },
        subscriptModify: { $0(&Typed[.profile]) },
        remove: { Typed.remove(forKey: .profile) },
        key: { Typed.key(.profile) }
      ),
      instance: SettableMembers<Person>(
        get: { typed.object(forKey: .profile) },
        set: { typed.set($0, forKey: .profile) },
        subscriptGet: { typed[.profile] },
        subscriptSet: { typed[.profile] = $0 },
        subscriptModify: { $0(&typed[.profile]) },
        remove: { typed.remove(forKey: .profile) },
        key: { typed.key(.profile) }
      )
    )
  }
}
