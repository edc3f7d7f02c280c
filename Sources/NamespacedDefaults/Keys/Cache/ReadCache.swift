import Synchronization

/// The door to what was read before: whoever reads a setting asks here first, and asks the store when told nothing.
///
/// Everything is right without it, only slower; the tests run both ways.
@usableFromInline
enum ReadCache {
  /// Whether readings are remembered.
  static let isEnabled = Atomic(true)

  /// Whether a reading is one of the process, and not of a task with a store or arguments of its own.
  static var mayBeUsed: Bool {
    isEnabled.load(ordering: .relaxed) && !TaskOverrides.areInForce
  }

  /// What is known of a settable protocol's key in ``Defaults/store``.
  @usableFromInline
  static func lookUp(_ identity: KeyIdentity, for type: Any.Type) -> CacheLookup {
    lookUp(KeySlotTable.slot(of: identity, for: type), of: ProcessSettings.storeVersion)
  }

  /// What a slot knows of its key in the store of a version.
  ///
  /// Nothing is known inside an observation tracking, with which the reading has to be registered.
  @inline(__always)  // for both doors
  static func lookUp(_ slot: UnsafePointer<KeySlot>, of version: UnsafePointer<StoreVersion>?) -> CacheLookup {
    guard let version, mayBeUsed, !TrackingProbe.isTracking else { return .unknown }
    return slot.pointee.lookUp(of: version)
  }
}
