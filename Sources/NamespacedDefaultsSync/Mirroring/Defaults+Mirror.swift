import NamespacedDefaultsFoundation
public import NamespacedDefaults

extension Defaults {
  /// Mirrors the settings of namespaces to another store.
  ///
  /// ```swift
  /// let mirror = Defaults.mirror(
  ///   Account.self,
  ///   Editor.self,
  ///   to: UbiquitousStore.default
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - namespaces: The types whose settings are mirrored, each from its own store. The settings of instances with a
  ///     namespace of their own are not.
  ///   - other: The other store: iCloud, an app group, or any other.
  ///   - onConflict: The rule for two stores that have different values when they first meet.
  /// - Returns: The mirror. Hold it as long as the settings are to be mirrored.
  public static func mirror(
    _ namespaces: any KeyNamespaceable.Type...,
    to other: any DefaultsStore,
    onConflict: DefaultsMirror.ConflictPolicy = .takeOther
  ) -> DefaultsMirror {
    mirror(namespaces, [], to: other, onConflict: onConflict)
  }

  /// Mirrors the settings of typed keys to another store.
  ///
  /// ```swift
  /// let mirror = Defaults.mirror(
  ///   .theme,
  ///   .fontSize,
  ///   to: UbiquitousStore.default
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys, each of which is mirrored from its own store.
  ///   - other: The other store.
  ///   - onConflict: The rule for two stores that have different values when they first meet.
  /// - Returns: The mirror. Hold it as long as the settings are to be mirrored.
  public static func mirror(
    _ keys: DefaultsKeys...,
    to other: any DefaultsStore,
    onConflict: DefaultsMirror.ConflictPolicy = .takeOther
  ) -> DefaultsMirror {
    mirror([], keys, to: other, onConflict: onConflict)
  }

  /// Mirrors the settings of a namespace and of typed keys to another store.
  ///
  /// ```swift
  /// let mirror = Defaults.mirror(
  ///   Account.self,
  ///   .theme,
  ///   to: UbiquitousStore.default
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - namespace: The type whose settings are mirrored.
  ///   - key: A key that is mirrored too.
  ///   - moreKeys: More keys.
  ///   - other: The other store.
  ///   - onConflict: The rule for two stores that have different values when they first meet.
  /// - Returns: The mirror. Hold it as long as the settings are to be mirrored.
  public static func mirror(
    _ namespace: any KeyNamespaceable.Type,
    _ key: DefaultsKeys,
    _ moreKeys: DefaultsKeys...,
    to other: any DefaultsStore,
    onConflict: DefaultsMirror.ConflictPolicy = .takeOther
  ) -> DefaultsMirror {
    mirror([namespace], [key] + moreKeys, to: other, onConflict: onConflict)
  }

  /// Mirrors the settings of namespaces and typed keys, in lists, to another store.
  ///
  /// ```swift
  /// let mirror = Defaults.mirror(
  ///   [Account.self, Editor.self],
  ///   [.theme],
  ///   to: UbiquitousStore.default
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - namespaces: The types whose settings are mirrored, each from its own store.
  ///   - keys: The keys, each of which is mirrored from its own store.
  ///   - other: The other store. Settings that are in this store itself are left alone.
  ///   - onConflict: The rule for two stores that have different values when they first meet.
  /// - Returns: The mirror. Hold it as long as the settings are to be mirrored.
  public static func mirror(
    _ namespaces: [any KeyNamespaceable.Type],
    _ keys: [DefaultsKeys],
    to other: any DefaultsStore,
    onConflict: DefaultsMirror.ConflictPolicy = .takeOther
  ) -> DefaultsMirror {
    let keys = keys.compactMap(\.place)
    var stores: [any DefaultsStore] = []
    for store in namespaces.map({ $0.currentStore }) + keys.map(\.store) where store.context !== other.context {
      if !stores.contains(where: { $0.context === store.context }) { stores.append(store) }
    }
    return DefaultsMirror(
      stores.map { store in
        let names = MirroredNames(
          namespaces.filter { $0.currentStore.context === store.context },
          keys.filter { $0.store.context === store.context }.map(\.name)
        )
        return DefaultsMirror.Part(store, other, names, onConflict)
      }
    )
  }
}

extension DefaultsMirror.Part {
  /// Creates a part and has all names compared on another thread.
  ///
  /// - Parameters:
  ///   - local: The local store.
  ///   - other: The other store.
  ///   - names: The mirrored names.
  ///   - policy: The rule for the first meeting.
  ///   - now: The clock, in milliseconds since the beginning of 2001.
  ///   - start: Runs a body on another thread.
  init(
    _ local: any DefaultsStore,
    _ other: any DefaultsStore,
    _ names: MirroredNames,
    _ policy: DefaultsMirror.ConflictPolicy,
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSinceReferenceDate * 1000) },
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = { startThread($0) }
  ) {
    for store in [local, other] { store.context.declare(names.declared) }
    let engine = MirrorEngine(local, other, names, policy, now: now)
    // Before the first write can be noticed, so that no write counts as older than the mirror.
    engine.begin()
    // The settings of the task, such as its problem handler, are those of the mirror.
    let scope = HandlerScope()
    let queue = MirrorQueue(start: start) { work in
      var rest = work
      scope.run { rest = engine.perform(work) }
      return rest
    }
    var observations = local.observations(of: names) { queue.add(MirrorQueue.Work(names: [$0], written: [$0])) }
    // A reason comes before the changes, so an account's first value is not compared with those of another. A handler of the
    // program may end the mirror: the times are forgotten before it is called, and the work begins afterwards.
    if let cloud = other as? UbiquitousStore {
      observations.append(
        cloud.observeExternalChanges(order: -1) { change in
          if change.reason == .accountChange { scope.run { engine.forget() } }
        }
      )
      observations.append(
        cloud.observeExternalChanges(order: 1) { change in
          switch change.reason {
          case .accountChange: queue.add(MirrorQueue.Work(isFull: true, forgets: true))
          case .initialSync: queue.add(MirrorQueue.Work(isFull: true))
          default: break
          }
        }
      )
    }
    observations += other.observations(of: names) { queue.add(MirrorQueue.Work(names: [$0])) }
    self.init(local: local, other: other, queue: queue, observations: observations)
    queue.add(MirrorQueue.Work(isFull: true))
  }
}

extension DefaultsStore {
  /// Observes names, and passes on the name of each change.
  fileprivate func observations(
    of names: MirroredNames,
    _ handler: @escaping @Sendable (String) -> Void
  ) -> [DefaultsObservation] {
    // A namespace may have names that it does not list, so every write counts. But of the writes of other code
    // only those of listed names are found, because to read every name of a `UserDefaults` takes too long.
    let all = context.observePassively { if names.contains($0.key) { handler($0.key) } }
    return [all] + names.listed.sorted().map { name in observe(name) { _ in handler(name) } }
  }
}
