/// The way in which a key finds the store of its value.
package enum StoreChoice: Sendable {
  /// ``Defaults/store`` at the time of each access.
  case process
  /// One store, given at the use of the key.
  case fixed(any DefaultsStore)
  /// One store, which the program has named where it declares the key.
  case named(any DefaultsStore)
  /// The store that a namespace has at the time of each access.
  case namespace(any KeyNamespaceable.Type)

  package var store: any DefaultsStore {
    switch self {
    case .process: DefaultsEnvironment.store
    case .fixed(let store): store
    case .named(let store): Isolation.standIn(for: store)
    case .namespace(let type): Isolation.standIn(for: type.store)
    }
  }
}

extension KeyNamespaceable {
  /// The store in which the settings of the type are now: ``store``, or in an isolated test what stands for it.
  package static var currentStore: any DefaultsStore { StoreChoice.namespace(self).store }
}
