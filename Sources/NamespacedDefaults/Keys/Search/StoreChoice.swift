/// The way in which a key finds the store of its value.
package enum StoreChoice: Sendable {
  /// ``Defaults/store`` at the time of each access.
  case process
  /// One store.
  case fixed(any DefaultsStore)
  /// The store that a namespace has at the time of each access.
  case namespace(any KeyNamespaceable.Type)

  package var store: any DefaultsStore {
    switch self {
    case .process: DefaultsEnvironment.store
    case .fixed(let store): store
    case .namespace(let type): type.store
    }
  }
}
