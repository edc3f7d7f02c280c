import NamespacedDefaults
import Testing

/// A form of a call of `Defaults` or of an adapter that names the setting "count".
struct KeySpelling: Sendable, CustomTestStringConvertible {
  /// What a form does.
  enum Use: Sendable {
    case read(@Sendable (Settings) -> Int?)
    /// An assignment of 5.
    case assign(@Sendable (Settings) -> Void)
    /// An increment by 1 in place.
    case increment(@Sendable (Settings) -> Void)
    case remove(@Sendable (Settings) -> Void)
    case look(@Sendable (Settings) -> Bool)
    /// An observation; without a choice it leaves out the parameter `initial`.
    case observe(@Sendable (Settings, _ initial: Bool?, @escaping @Sendable () -> Void) -> DefaultsObservation)
    /// A sequence; without a choice it leaves out the parameter `initial`.
    case update(@Sendable (Settings, _ initial: Bool?) -> any AsyncSequence<Int?, Never>)
  }

  /// Two stores with the setting.
  struct Settings: Sendable {
    /// The store that the key names, which is `Defaults.store` too.
    let own = InMemoryStore(["count": 1])
    /// The store of the adapter.
    let adapters = InMemoryStore(["count": 2])
    let key: DefaultsKey<Int>
    let other: DefaultsKey<Int>

    var adapter: DefaultsAdapter { DefaultsAdapter(store: adapters) }

    init() {
      key = DefaultsKey("count", defaultValue: 0, store: own)
      other = DefaultsKey("other", defaultValue: 0, store: own)
    }
  }

  let testDescription: String
  let isOfAdapter: Bool
  let use: Use
}

extension DefaultsKeys {
  fileprivate var count: DefaultsKey<Int> { .init("count", defaultValue: 0) }
}

extension KeySpelling {
  static let all =
    ofDefaults.map { KeySpelling(testDescription: "Defaults\($0)", isOfAdapter: false, use: $1) }
    + ofAdapters.map { KeySpelling(testDescription: "adapter\($0)", isOfAdapter: true, use: $1) }

  private static let ofDefaults: [(String, Use)] = [
    ("[_:], get", .read { Defaults[$0.key] }),
    ("[_:], set", .assign { Defaults[$0.key] = 5 }),
    ("[_:], change", .increment { Defaults[$0.key] += 1 }),
    ("[key:], get", .read { Defaults[key: $0.key] }),
    ("[key:], set", .assign { Defaults[key: $0.key] = 5 }),
    ("[key:], change", .increment { Defaults[key: $0.key] += 1 }),
    ("[\\.count], get", .read { _ in Defaults[\.count] }),
    ("[\\.count], set", .assign { _ in Defaults[\.count] = 5 }),
    ("[\\.count], change", .increment { _ in Defaults[\.count] += 1 }),
    (".count, get", .read { _ in Defaults.count }),
    (".count, set", .assign { _ in Defaults.count = 5 }),
    (".count, change", .increment { _ in Defaults.count += 1 }),
    ("[name].int", .read { _ in Defaults["count"].int }),
    ("[name] as a value", .read { _ in number(Defaults["count"] as (any DefaultsSerializable)?) }),
    ("[name], set", .assign { _ in Defaults["count"] = 5 }),
    ("[name] += 1", .increment { _ in Defaults["count"] += 1 }),
    ("[name] -= -1", .increment { _ in Defaults["count"] -= -1 }),
    ("[name]++", .increment { _ in Defaults["count"]++ }),
    ("[name].key(as:)", .increment { _ in Defaults["count"].key(as: Int.self).value? += 1 }),
    (".hasKey(_:)", .look { Defaults.hasKey($0.key) }),
    (".key(path), change", .increment { _ in Defaults.key(\.count).value += 1 }),
    (".hasKey(path)", .look { _ in Defaults.hasKey(\.count) }),
    (".hasKey(name)", .look { _ in Defaults.hasKey("count") }),
    ("[name].exists", .look { _ in Defaults["count"].exists }),
    (".remove(_:)", .remove { Defaults.remove($0.key) }),
    (".remove(path)", .remove { _ in Defaults.remove(\.count) }),
    (".remove(name)", .remove { _ in Defaults.remove("count") }),
    ("[name] = nil", .remove { _ in Defaults["count"] = nil }),
    ("[name].remove()", .remove { _ in Defaults["count"].remove() }),
    (".remove(several)", .remove { Defaults.remove($0.other, $0.key) }),
    (".remove(list)", .remove { Defaults.remove([$0.key, $0.other]) }),
    (".removeAll()", .remove { _ in Defaults.removeAll() }),
    (
      ".observe(key)",
      .observe { settings, initial, handler in
        guard let initial else { return Defaults.observe(settings.key) { _ in handler() } }
        return Defaults.observe(settings.key, initial: initial) { _ in handler() }
      }
    ),
    (
      ".key(path).observe",
      .observe { _, initial, handler in
        guard let initial else { return Defaults.key(\.count).observe { _ in handler() } }
        return Defaults.key(\.count).observe(initial: initial) { _ in handler() }
      }
    ),
    (
      "[name].key(as:).observe",
      .observe { _, initial, handler in
        let key = Defaults["count"].key(as: Int.self)
        guard let initial else { return key.observe { _ in handler() } }
        return key.observe(initial: initial) { _ in handler() }
      }
    ),
    (
      ".observe(list)",
      .observe { settings, initial, handler in
        guard let initial else { return Defaults.observe([settings.other, settings.key], handler) }
        return Defaults.observe([settings.other, settings.key], initial: initial, handler)
      }
    ),
    (
      ".updates(key)",
      .update { settings, initial in
        guard let initial else { return Defaults.updates(settings.key).map(Optional.some) }
        return Defaults.updates(settings.key, initial: initial).map(Optional.some)
      }
    ),
    (
      ".key(path).updates",
      .update { _, initial in
        guard let initial else { return Defaults.key(\.count).updates().map(Optional.some) }
        return Defaults.key(\.count).updates(initial: initial).map(Optional.some)
      }
    ),
    (
      "[name].key(as:).updates",
      .update { _, initial in
        let key = Defaults["count"].key(as: Int.self)
        guard let initial else { return key.updates().map(\.self) }
        return key.updates(initial: initial).map(\.self)
      }
    ),
    (
      ".updates(keys)",
      .update { settings, initial in
        guard let initial else { return Defaults.updates(settings.key, settings.other).map { $0.0 } }
        return Defaults.updates(settings.key, settings.other, initial: initial).map { $0.0 }
      }
    ),
    (
      ".updates(list)",
      .update { settings, initial in
        guard let initial else {
          return Defaults.updates([settings.other, settings.key]).map { _ in Defaults[key: settings.key] }
        }
        return Defaults.updates([settings.other, settings.key], initial: initial).map { _ in Defaults[key: settings.key]
        }
      }
    ),
  ]

  private static let ofAdapters: [(String, Use)] = [
    ("[_:], get", .read { $0.adapter[$0.key] }),
    ("[_:], set", .assign { $0.adapter[$0.key] = 5 }),
    ("[_:], change", .increment { $0.adapter[$0.key] += 1 }),
    ("[key:], get", .read { $0.adapter[key: $0.key] }),
    ("[key:], set", .assign { $0.adapter[key: $0.key] = 5 }),
    ("[key:], change", .increment { $0.adapter[key: $0.key] += 1 }),
    ("[\\.count], get", .read { $0.adapter[\.count] }),
    ("[\\.count], set", .assign { $0.adapter[\.count] = 5 }),
    ("[\\.count], change", .increment { $0.adapter[\.count] += 1 }),
    (".count, get", .read { $0.adapter.count }),
    (".count, set", .assign { $0.adapter.count = 5 }),
    (".count, change", .increment { $0.adapter.count += 1 }),
    ("[name].int", .read { $0.adapter["count"].int }),
    ("[name] as a value", .read { number($0.adapter["count"] as (any DefaultsSerializable)?) }),
    ("[name], set", .assign { $0.adapter["count"] = 5 }),
    ("[name] += 1", .increment { $0.adapter["count"] += 1 }),
    ("[name] -= -1", .increment { $0.adapter["count"] -= -1 }),
    ("[name]++", .increment { $0.adapter["count"]++ }),
    ("[name].key(as:)", .increment { $0.adapter["count"].key(as: Int.self).value? += 1 }),
    (".hasKey(_:)", .look { $0.adapter.hasKey($0.key) }),
    (".hasKey(key(path))", .look { $0.adapter.hasKey(Defaults.key(\.count)) }),
    (".hasKey(name)", .look { $0.adapter.hasKey("count") }),
    ("[name].exists", .look { $0.adapter["count"].exists }),
    (".remove(_:)", .remove { $0.adapter.remove($0.key) }),
    (".remove(key(path))", .remove { $0.adapter.remove(Defaults.key(\.count)) }),
    (".remove(name)", .remove { $0.adapter.remove("count") }),
    ("[name] = nil", .remove { $0.adapter["count"] = nil }),
    ("[name].remove()", .remove { $0.adapter["count"].remove() }),
    (".removeAll()", .remove { $0.adapter.removeAll() }),
    (
      ".observe(key)",
      .observe { settings, initial, handler in
        guard let initial else { return settings.adapter.observe(settings.key) { _ in handler() } }
        return settings.adapter.observe(settings.key, initial: initial) { _ in handler() }
      }
    ),
    (
      ".observe(key(path))",
      .observe { settings, initial, handler in
        guard let initial else { return settings.adapter.observe(Defaults.key(\.count)) { _ in handler() } }
        return settings.adapter.observe(Defaults.key(\.count), initial: initial) { _ in handler() }
      }
    ),
    (
      "[name].key(as:).observe",
      .observe { settings, initial, handler in
        let key = settings.adapter["count"].key(as: Int.self)
        guard let initial else { return key.observe { _ in handler() } }
        return key.observe(initial: initial) { _ in handler() }
      }
    ),
    (
      ".updates(key)",
      .update { settings, initial in
        guard let initial else { return settings.adapter.updates(settings.key).map(Optional.some) }
        return settings.adapter.updates(settings.key, initial: initial).map(Optional.some)
      }
    ),
    (
      ".updates(key(path))",
      .update { settings, initial in
        guard let initial else { return settings.adapter.updates(Defaults.key(\.count)).map(Optional.some) }
        return settings.adapter.updates(Defaults.key(\.count), initial: initial).map(Optional.some)
      }
    ),
    (
      "[name].key(as:).updates",
      .update { settings, initial in
        let key = settings.adapter["count"].key(as: Int.self)
        guard let initial else { return key.updates().map(\.self) }
        return key.updates(initial: initial).map(\.self)
      }
    ),
  ]
}

/// Returns the number that has a stored form.
private func number(_ value: (any DefaultsSerializable)?) -> Int? {
  try? (value as? PropertyListValue).map { try Int.value(fromPropertyList: $0) }
}
