public import NamespacedDefaults

/// A mirror of settings, which keeps a local store and another one alike until it is cancelled or released.
///
/// `Defaults.mirror` creates it:
///
/// ```swift
/// let mirror = Defaults.mirror(
///   Account.self,
///   .theme,
///   to: UbiquitousStore.default
/// )
/// ```
///
/// The local store stays the one that the program reads and writes. A write there goes to the other store a moment later,
/// on another thread, and so does a removal. A change of the other store is written to the local one, and announced to
/// its observers. Of two writes the newer one wins, by a time that is stored with each value. <doc:SameSettingsOnAllDevices>
/// has the rules.
public final class DefaultsMirror: Sendable {
  private let parts: [Part]

  /// The part of a mirror that belongs to one local store.
  struct Part: Sendable {
    let local: any DefaultsStore
    let other: any DefaultsStore
    let queue: MirrorQueue
    let observations: [DefaultsObservation]
  }

  init(_ parts: [Part]) {
    self.parts = parts
  }

  deinit { cancel() }

  /// Ends the mirror; both stores stay as they are.
  ///
  /// A value that is written to the local store without a mirror counts as a new write when there is one again. A
  /// comparison that has begun may still be under way afterwards.
  public func cancel() {
    for part in parts {
      for observation in part.observations { observation.cancel() }
      part.queue.cancel()
    }
  }

  /// Makes both stores alike now, on this thread, and then synchronizes them.
  ///
  /// Call it at the start, so that the first screen has what is in the other store, and before the app is suspended.
  /// Without it the mirror does the same a moment later. iCloud itself uploads and downloads when it likes. An observer
  /// must not wait for another thread that calls this.
  ///
  /// - Throws: ``NamespacedDefaults/DefaultsError/Code/incompleteMirror`` if a store could not be read or
  ///   written, which was reported to `Defaults.problemHandler`, or the error of a store that could not be synchronized.
  public func synchronize() throws {
    for part in parts {
      guard part.queue.perform(now: MirrorQueue.Work(isFull: true)) else {
        throw DefaultsError(.incompleteMirror, "not all settings are in \(part.other.label); see the problem handler")
      }
      try part.local.synchronize()
      try part.other.synchronize()
    }
  }
}

extension DefaultsMirror {
  /// Two values that have met, of which nothing says which is newer.
  public struct Conflict: Sendable {
    /// The stored name.
    public let key: String
    /// The value of the local store.
    public let localValue: PropertyListValue
    /// The value of the other store.
    public let otherValue: PropertyListValue

    /// Creates the conflict of two values, or returns `nil` if one of them was removed.
    init?(_ key: String, _ local: PropertyListValue?, _ other: PropertyListValue?) {
      guard let local, let other else { return nil }
      self.key = key
      (localValue, otherValue) = (local, other)
    }

    /// Returns whether an answer to one conflict is one to the other.
    static func == (left: Self, right: Self) -> Bool {
      left.localValue == right.localValue && left.otherValue == right.otherValue
    }
  }

  /// The rule for two stores that have different values of one name when they first meet.
  ///
  /// A value that was stored before the mirror has no age, so nothing says which one is newer. It meets what the other store
  /// has or gets later, unless that was written over this very value. A value that only one store has goes to the other
  /// under every rule. The default value of a key is not stored, and replaces nothing.
  public struct ConflictPolicy: Sendable {
    let keepsLocal: Bool
    let resolve: (@Sendable (Conflict) -> PropertyListValue?)?

    /// The value of the other store; if that has removed it, none.
    ///
    /// This is the default. The other store has what a person has set on their other devices, and a new device has what
    /// they have set since the first start. Either may be lost, so it is reported as
    /// ``NamespacedDefaults/DefaultsProblem/Kind/mirrorConflict``; but this loss stays on one device, and the other one
    /// would reach all.
    public static let takeOther = ConflictPolicy(keepsLocal: false, resolve: nil)

    /// The value of the local store; the loss of the other one, or of a removal, is reported as
    /// ``NamespacedDefaults/DefaultsProblem/Kind/mirrorConflict``.
    public static let keepLocal = ConflictPolicy(keepsLocal: true, resolve: nil)

    /// Returns the rule that a closure decides.
    ///
    /// It decides between two values. If one store has removed the value, the other one's stays, which is reported as
    /// ``NamespacedDefaults/DefaultsProblem/Kind/mirrorConflict``.
    ///
    /// - Parameter resolve: Returns the value that both stores get: one of the two, or one made of both; `nil` removes
    ///   it. It is called on another thread and under no lock, and again if a value has changed meanwhile.
    /// - Returns: The rule.
    public static func resolve(_ resolve: @escaping @Sendable (Conflict) -> PropertyListValue?) -> ConflictPolicy {
      ConflictPolicy(keepsLocal: false, resolve: resolve)
    }
  }
}
