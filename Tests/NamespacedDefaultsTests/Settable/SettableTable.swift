import Foundation
import NamespacedDefaults

extension SettableTable {
  /// The members of the twelve protocols, on ``Chosen``.
  static let all: SettableTable = {
    var table = SettableTable()
    let chosen = Chosen()
    table.add(
      "BoolDefaultSettable",
      key: "is.on",
      default: true,
      value: false,
      type: SettableMembers<Bool>(
        get: { Chosen.bool(forKey: .isOn) },
        set: { Chosen.set($0, forKey: .isOn) },
        subscriptGet: { Chosen[.isOn] },
        subscriptSet: { Chosen[.isOn] = $0 },
        subscriptModify: { $0(&Chosen[.isOn]) },
        remove: { Chosen.remove(forKey: .isOn) },
        key: { Chosen.key(.isOn) }
      ),
      instance: SettableMembers<Bool>(
        get: { chosen.bool(forKey: .isOn) },
        set: { chosen.set($0, forKey: .isOn) },
        subscriptGet: { chosen[.isOn] },
        subscriptSet: { chosen[.isOn] = $0 },
        subscriptModify: { $0(&chosen[.isOn]) },
        remove: { chosen.remove(forKey: .isOn) },
        key: { chosen.key(.isOn) }
      )
    )
    table.add(
      "IntegerDefaultSettable",
      key: "a.count",
      default: 7,
      value: 3,
      edges: [0, .integer(Int64(Int.min)), .integer(Int64(Int.max))],
      unreadable: [.data(Data([0xFF])), 1.5],
      type: SettableMembers<Int>(
        get: { Chosen.integer(forKey: .count) },
        set: { Chosen.set($0, forKey: .count) },
        subscriptGet: { Chosen[.count] },
        subscriptSet: { Chosen[.count] = $0 },
        subscriptModify: { $0(&Chosen[.count]) },
        remove: { Chosen.remove(forKey: .count) },
        key: { Chosen.key(.count) }
      ),
      instance: SettableMembers<Int>(
        get: { chosen.integer(forKey: .count) },
        set: { chosen.set($0, forKey: .count) },
        subscriptGet: { chosen[.count] },
        subscriptSet: { chosen[.count] = $0 },
        subscriptModify: { $0(&chosen[.count]) },
        remove: { chosen.remove(forKey: .count) },
        key: { chosen.key(.count) }
      )
    )
    table.add(
      "FloatDefaultSettable",
      key: "a.gain",
      default: 0.5,
      value: 1.5,
      edges: [0.0, .double(Double(Float.greatestFiniteMagnitude))],
      unreadable: [.data(Data([0xFF])), 1e300],
      type: SettableMembers<Float>(
        get: { Chosen.float(forKey: .gain) },
        set: { Chosen.set($0, forKey: .gain) },
        subscriptGet: { Chosen[.gain] },
        subscriptSet: { Chosen[.gain] = $0 },
        subscriptModify: { $0(&Chosen[.gain]) },
        remove: { Chosen.remove(forKey: .gain) },
        key: { Chosen.key(.gain) }
      ),
      instance: SettableMembers<Float>(
        get: { chosen.float(forKey: .gain) },
        set: { chosen.set($0, forKey: .gain) },
        subscriptGet: { chosen[.gain] },
        subscriptSet: { chosen[.gain] = $0 },
        subscriptModify: { $0(&chosen[.gain]) },
        remove: { chosen.remove(forKey: .gain) },
        key: { chosen.key(.gain) }
      )
    )
    table.add(
      "DoubleDefaultSettable",
      key: "a.volume",
      default: 0.25,
      value: 3.25,
      edges: [0.0, .double(.greatestFiniteMagnitude), .double(-.infinity)],
      type: SettableMembers<Double>(
        get: { Chosen.double(forKey: .volume) },
        set: { Chosen.set($0, forKey: .volume) },
        subscriptGet: { Chosen[.volume] },
        subscriptSet: { Chosen[.volume] = $0 },
        subscriptModify: { $0(&Chosen[.volume]) },
        remove: { Chosen.remove(forKey: .volume) },
        key: { Chosen.key(.volume) }
      ),
      instance: SettableMembers<Double>(
        get: { chosen.double(forKey: .volume) },
        set: { chosen.set($0, forKey: .volume) },
        subscriptGet: { chosen[.volume] },
        subscriptSet: { chosen[.volume] = $0 },
        subscriptModify: { $0(&chosen[.volume]) },
        remove: { chosen.remove(forKey: .volume) },
        key: { chosen.key(.volume) }
      )
    )
    table.add(
      "StringDefaultSettable",
      key: "a.name",
      default: "x",
      value: "Ada",
      edges: [""],
      type: SettableMembers<String?>(
        get: { Chosen.string(forKey: .name) },
        set: { Chosen.set($0, forKey: .name) },
        subscriptGet: { Chosen[.name] },
        subscriptSet: { Chosen[.name] = $0 },
        subscriptModify: { $0(&Chosen[.name]) },
        remove: { Chosen.remove(forKey: .name) },
        key: { Chosen.key(.name) }
      ),
      instance: SettableMembers<String?>(
        get: { chosen.string(forKey: .name) },
        set: { chosen.set($0, forKey: .name) },
        subscriptGet: { chosen[.name] },
        subscriptSet: { chosen[.name] = $0 },
        subscriptModify: { $0(&chosen[.name]) },
        remove: { chosen.remove(forKey: .name) },
        key: { chosen.key(.name) }
      )
    )
    table.add(
      "URLDefaultSettable",
      key: "a.homepage",
      default: "https://x.y",
      value: "https://a.b/c?d=e",
      type: SettableMembers<URL?>(
        get: { Chosen.url(forKey: .homepage) },
        set: { Chosen.set($0, forKey: .homepage) },
        subscriptGet: { Chosen[.homepage] },
        subscriptSet: { Chosen[.homepage] = $0 },
        subscriptModify: { $0(&Chosen[.homepage]) },
        remove: { Chosen.remove(forKey: .homepage) },
        key: { Chosen.key(.homepage) }
      ),
      instance: SettableMembers<URL?>(
        get: { chosen.url(forKey: .homepage) },
        set: { chosen.set($0, forKey: .homepage) },
        subscriptGet: { chosen[.homepage] },
        subscriptSet: { chosen[.homepage] = $0 },
        subscriptModify: { $0(&chosen[.homepage]) },
        remove: { chosen.remove(forKey: .homepage) },
        key: { chosen.key(.homepage) }
      )
    )
    table.add(
      "DataDefaultSettable",
      key: "an.avatar",
      default: .data(Data([7])),
      value: .data(Data([1, 2])),
      edges: [.data(Data())],
      unreadable: [1],
      type: SettableMembers<Data?>(
        get: { Chosen.data(forKey: .avatar) },
        set: { Chosen.set($0, forKey: .avatar) },
        subscriptGet: { Chosen[.avatar] },
        subscriptSet: { Chosen[.avatar] = $0 },
        subscriptModify: { $0(&Chosen[.avatar]) },
        remove: { Chosen.remove(forKey: .avatar) },
        key: { Chosen.key(.avatar) }
      ),
      instance: SettableMembers<Data?>(
        get: { chosen.data(forKey: .avatar) },
        set: { chosen.set($0, forKey: .avatar) },
        subscriptGet: { chosen[.avatar] },
        subscriptSet: { chosen[.avatar] = $0 },
        subscriptModify: { $0(&chosen[.avatar]) },
        remove: { chosen.remove(forKey: .avatar) },
        key: { chosen.key(.avatar) }
      )
    )
    table.add(
      "DateDefaultSettable",
      key: "a.birthday",
      default: .date(Date(timeIntervalSinceReferenceDate: 7)),
      value: .date(Date(timeIntervalSinceReferenceDate: 1.5)),
      type: SettableMembers<Date?>(
        get: { Chosen.date(forKey: .birthday) },
        set: { Chosen.set($0, forKey: .birthday) },
        subscriptGet: { Chosen[.birthday] },
        subscriptSet: { Chosen[.birthday] = $0 },
        subscriptModify: { $0(&Chosen[.birthday]) },
        remove: { Chosen.remove(forKey: .birthday) },
        key: { Chosen.key(.birthday) }
      ),
      instance: SettableMembers<Date?>(
        get: { chosen.date(forKey: .birthday) },
        set: { chosen.set($0, forKey: .birthday) },
        subscriptGet: { chosen[.birthday] },
        subscriptSet: { chosen[.birthday] = $0 },
        subscriptModify: { $0(&chosen[.birthday]) },
        remove: { chosen.remove(forKey: .birthday) },
        key: { chosen.key(.birthday) }
      )
    )
    table.add(
      "StringArrayDefaultSettable",
      key: "some.tags",
      default: ["x"],
      value: ["a", "b"],
      edges: [[], [""]],
      type: SettableMembers<[String]?>(
        get: { Chosen.stringArray(forKey: .tags) },
        set: { Chosen.set($0, forKey: .tags) },
        subscriptGet: { Chosen[.tags] },
        subscriptSet: { Chosen[.tags] = $0 },
        subscriptModify: { $0(&Chosen[.tags]) },
        remove: { Chosen.remove(forKey: .tags) },
        key: { Chosen.key(.tags) }
      ),
      instance: SettableMembers<[String]?>(
        get: { chosen.stringArray(forKey: .tags) },
        set: { chosen.set($0, forKey: .tags) },
        subscriptGet: { chosen[.tags] },
        subscriptSet: { chosen[.tags] = $0 },
        subscriptModify: { $0(&chosen[.tags]) },
        remove: { chosen.remove(forKey: .tags) },
        key: { chosen.key(.tags) }
      )
    )
    table.add(
      "ArrayDefaultSettable",
      key: "some.scores",
      default: [7],
      value: [1, "two", true],
      edges: [[]],
      type: SettableMembers<[PropertyListValue]?>(
        get: { Chosen.array(forKey: .scores) },
        set: { Chosen.set($0, forKey: .scores) },
        subscriptGet: { Chosen[.scores] },
        subscriptSet: { Chosen[.scores] = $0 },
        subscriptModify: { $0(&Chosen[.scores]) },
        remove: { Chosen.remove(forKey: .scores) },
        key: { Chosen.key(.scores) }
      ),
      instance: SettableMembers<[PropertyListValue]?>(
        get: { chosen.array(forKey: .scores) },
        set: { chosen.set($0, forKey: .scores) },
        subscriptGet: { chosen[.scores] },
        subscriptSet: { chosen[.scores] = $0 },
        subscriptModify: { $0(&chosen[.scores]) },
        remove: { chosen.remove(forKey: .scores) },
        key: { chosen.key(.scores) }
      )
    )
    table.add(
      "DictionaryDefaultSettable",
      key: "some.limits",
      default: ["x": 7],
      value: ["a": 1, "b": "c"],
      edges: [[:]],
      type: SettableMembers<[String: PropertyListValue]?>(
        get: { Chosen.dictionary(forKey: .limits) },
        set: { Chosen.set($0, forKey: .limits) },
        subscriptGet: { Chosen[.limits] },
        subscriptSet: { Chosen[.limits] = $0 },
        subscriptModify: { $0(&Chosen[.limits]) },
        remove: { Chosen.remove(forKey: .limits) },
        key: { Chosen.key(.limits) }
      ),
      instance: SettableMembers<[String: PropertyListValue]?>(
        get: { chosen.dictionary(forKey: .limits) },
        set: { chosen.set($0, forKey: .limits) },
        subscriptGet: { chosen[.limits] },
        subscriptSet: { chosen[.limits] = $0 },
        subscriptModify: { $0(&chosen[.limits]) },
        remove: { chosen.remove(forKey: .limits) },
        key: { chosen.key(.limits) }
      )
    )
    table.add(
      "ObjectDefaultSettable",
      key: "a.profile",
      default: .data(Data(#"{"age":7,"name":"x"}"#.utf8)),
      value: .data(Data(#"{"age":36,"name":"Ada"}"#.utf8)),
      type: SettableMembers<Person?>(
        get: { Chosen.object(Person.self, forKey: .profile) },
        set: { Chosen.set($0, forKey: .profile) },
        subscriptGet: { Chosen[.profile, as: Person.self] },
        subscriptSet: { Chosen[.profile, as: Person.self] = $0 },
        subscriptModify: { $0(&Chosen[.profile, as: Person.self]) },
        remove: { Chosen.remove(forKey: .profile) },
        key: { Chosen.key(.profile, as: Person.self) }
      ),
      instance: SettableMembers<Person?>(
        get: { chosen.object(Person.self, forKey: .profile) },
        set: { chosen.set($0, forKey: .profile) },
        subscriptGet: { chosen[.profile, as: Person.self] },
        subscriptSet: { chosen[.profile, as: Person.self] = $0 },
        subscriptModify: { $0(&chosen[.profile, as: Person.self]) },
        remove: { chosen.remove(forKey: .profile) },
        key: { chosen.key(.profile, as: Person.self) }
      )
    )
    table.addTyped()
    return table
  }()
}
