/// Where a key's value lives.
enum StoreChoice: Sendable {
  /// In ``Defaults/store`` at the time of each access.
  case process
  /// In one store.
  case fixed(any DefaultsStore)
  /// In the store of a namespace, which is asked at each access.
  case namespace(any KeyNamespaceable.Type)

  var store: any DefaultsStore {
    switch self {
    case .process: DefaultsEnvironment.store
    case .fixed(let store): store
    case .namespace(let type): type.store
    }
  }
}
