/// A slot of typed keys that mean one setting and read it in one format.
///
/// The first of them leaves the slot with the store, and each other one takes it from there. So the keys of a computed
/// property, which live as long as one access, find what an earlier one has decoded.
///
/// `@unchecked Sendable`: the slot is Sendable, and the pointer to it never changes.
final class NamedSlot: @unchecked Sendable {
  /// What the keys have in common besides the stored name.
  struct Identity {
    let value: Any.Type
    let bridge: BridgeIdentity
    var previousName: String? = nil
    let declaration: KeyDeclaration?

    /// Returns whether keys of both identities read the same, and claim the name by one declaration.
    func equals(_ other: Self) -> Bool {
      guard value == other.value, bridge == other.bridge, previousName == other.previousName else { return false }
      guard let declaration, let other = other.declaration else {
        return declaration == nil && other.declaration == nil
      }
      return declaration.isIdentical(to: other)
    }
  }

  /// The place of the slot, which is freed with this object.
  let slot: UnsafePointer<KeySlot>
  /// The identity of the keys that share the slot; `nil` for the slot of one key.
  let identity: Identity?
  // The slot that the one key had before. Another thread may be using it.
  private let former: NamedSlot?

  /// Creates a slot that keys share, or without an identity that of one key, which takes the place of a shared one.
  init(_ identity: Identity?, for type: Any.Type, replacing former: NamedSlot? = nil) {
    let slot = UnsafeMutablePointer<KeySlot>.allocate(capacity: 1)
    slot.initialize(to: KeySlot(for: type))
    self.slot = UnsafePointer(slot)
    self.identity = identity
    self.former = former
  }

  deinit {
    let slot = UnsafeMutablePointer(mutating: slot)
    slot.deinitialize(count: 1)
    slot.deallocate()
  }
}

extension NamedSlot {
  /// Returns the slot that keys of an identity have left with a store.
  static func kept(_ identity: Identity, forKey name: String, in context: DefaultsStoreContext) -> NamedSlot? {
    context.names.kept(of: name, where: isKept(identity)).map(downcast)
  }

  /// Returns the same slot, or a new one if there is none.
  static func keptOrNew(_ identity: Identity, forKey name: String, in context: DefaultsStoreContext) -> NamedSlot {
    let new = NamedSlot(identity, for: identity.value)
    return downcast(context.names.keep(new, of: name, unless: isKept(identity)))
  }

  /// Returns the slot that keys of a name in parts have left with a store.
  static func kept(_ parts: KeptByParts.Parts, in context: DefaultsStoreContext) -> NamedSlot? {
    context.keptByParts.object(for: parts).map(downcast)
  }

  private static func isKept(_ identity: Identity) -> (Names.Kept) -> Bool {
    { downcast($0).identity?.equals(identity) == true }
  }

  /// Nothing else is kept.
  private static func downcast(_ object: Names.Kept) -> NamedSlot { unsafeDowncast(object, to: NamedSlot.self) }
}
