/// The way in which a key finds the store of its value.
package enum StoreChoice: Sendable {
  /// ``Defaults/store`` at the time of each access.
  case process
  /// One store, which was given at the use of the key, or which the program has named where it declares the key.
  case fixed(any DefaultsStore, named: Isolation.Naming? = nil)
  /// The store that a namespace has at the time of each access.
  case namespace(any KeyNamespaceable.Type)

  package var store: any DefaultsStore {
    Isolation.isUsed ? isolatedStore : storeWithoutIsolation
  }

  @inline(__always)  // on the way of every write
  private var storeWithoutIsolation: any DefaultsStore {
    switch self {
    case .process: CurrentStore.store
    case .fixed(let store, _): store
    case .namespace(let type): type.store
    }
  }

  @inline(never)  // so that a program that isolates nothing has a short way
  private var isolatedStore: any DefaultsStore {
    switch self {
    case .fixed(let store, named: let naming?): Isolation.standIn(for: store, named: naming)
    case .namespace(let type): Isolation.standIn(for: type.store, named: .byType)
    case .process, .fixed: storeWithoutIsolation
    }
  }
}

extension KeyNamespaceable {
  /// The store in which the settings of the type are now: ``store``, or in an isolated test what stands for it.
  package static var currentStore: any DefaultsStore { StoreChoice.namespace(self).store }

  /// The way in which the keys of this instance find their store.
  var storeChoice: StoreChoice {
    let (type, store) = (type(of: self), store)
    // Only an isolated test makes a difference between the two.
    return Isolation.isUsed && type.store.context === store.context
      ? .namespace(type) : .fixed(store, named: .byInstance)
  }
}
