extension DefaultsKeys: Hashable {
  /// Returns whether two keys have one name and name one store, and are of one member, if they are of members.
  ///
  /// The types and the default values of the keys do not count. A key without a store of its own, which is in
  /// ``Defaults/store`` at the time of each access, equals no key that names a store. An object that is no key equals
  /// only itself.
  public static func == (left: DefaultsKeys, right: DefaultsKeys) -> Bool {
    guard let left = left as? any TypedKey, let right = right as? any TypedKey else { return left === right }
    return left.name == right.name && left.storeChoice == right.storeChoice && left.paths == right.paths
  }

  /// Hashes the name of the key.
  public func hash(into hasher: inout Hasher) {
    if let key = self as? any TypedKey {
      hasher.combine(key.name)
    } else {
      hasher.combine(ObjectIdentifier(self))
    }
  }
}

extension DefaultsKeys: CustomStringConvertible {
  /// The type and the name of the key, and never a value: `DefaultsKey<Theme> "Viewer.theme"`.
  public var description: String {
    guard let key = self as? any TypedKey else { return "DefaultsKeys" }
    return "\(type(of: self)) \(key.name.quoted)"
  }
}

/// A key whose value type is not known, as in a list of keys that is made at run time.
protocol TypedKey: DefaultsKeys {
  var names: KeyName { get }
  var store: any DefaultsStore { get }
  var storeChoice: StoreChoice { get }

  /// The paths to the member of the stored value that is the value of the key.
  var paths: [AnyKeyPath] { get }

  func visibleForm(of stored: PropertyListValue?) -> PropertyListValue?
  func remove()
  func erased(in store: any DefaultsStore) -> any TypedKey
}

extension DefaultsKey: TypedKey {
  var paths: [AnyKeyPath] { member?.paths ?? [] }

  func erased(in store: any DefaultsStore) -> any TypedKey { bound(to: store) }
}

extension TypedKey {
  var name: String { names.current }

  /// Returns whether the value of the key differs after a change of what is stored under its name.
  func isChanged(by change: DefaultsChange) -> Bool {
    paths.isEmpty || visibleForm(of: change.oldValue) != visibleForm(of: change.newValue)
  }
}

extension DefaultsKeys {
  /// The stored name and the store of the key, or `nil` for an object that is no key.
  package var place: (name: String, store: any DefaultsStore)? {
    (self as? any TypedKey).map { ($0.name, $0.store) }
  }
}

extension Sequence<DefaultsKeys> {
  /// The keys; an object that only has keys as its properties is left out.
  var typed: [any TypedKey] { compactMap { $0 as? any TypedKey } }
}

extension StoreChoice: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.process, .process): true
    case (.fixed(let left, _), .fixed(let right, _)): left.context === right.context
    case (.namespace(let left), .namespace(let right)): left == right
    default: false
    }
  }
}
