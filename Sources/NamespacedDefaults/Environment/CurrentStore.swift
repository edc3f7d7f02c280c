import Synchronization

/// The store and the launch arguments of the current task, or else those of the process.
package enum CurrentStore {
  /// The store of the current task, or else the store of the process.
  ///
  /// Setting it replaces the one that was in force.
  static var store: any DefaultsStore {
    get { TaskOverrides.inForce?.store?.value ?? storeOfProcess }
    set {
      if let override = TaskOverrides.current?.store { override.value = newValue } else { storeOfProcess = newValue }
    }
  }

  package static var arguments: LaunchArguments { TaskOverrides.current?.arguments ?? .ofProcess }

  /// Runs a closure in which ``store`` is one in memory if nobody has used the process's store yet.
  package static func withoutOpeningStore<Result>(_ body: () -> Result) -> Result {
    guard TaskOverrides.current?.store == nil, !isOpen else { return body() }
    return TaskOverrides.$current.withValue(.changed { $0.store = StoreOverride(InMemoryStore()) }, operation: body)
  }
}

// The store of the process.
extension CurrentStore {
  private struct State {
    var store: (any DefaultsStore)?
    /// Whether the store is the one of a program that sets none.
    var isDefault = false
    var isIsolating = false
    /// Whether another thread was using the state when this process was forked, and the store is not known any more.
    var isLost = false

    /// Chooses a store, and returns the former one, which the caller releases outside the lock.
    mutating func choose(_ new: any DefaultsStore) -> (any DefaultsStore)? {
      // A reader may still use the head of a store that has just been replaced.
      new.context.names.keepMemory()
      defer { (store, isDefault) = (new, false) }
      headAddress.store(UInt(bitPattern: new.context.head), ordering: .releasing)
      return store
    }
  }

  private static let state = Guarded(State()) {
    guard isChanging.load(ordering: .relaxed) else { return nil }
    return State(
      isIsolating: isIsolated.load(ordering: .relaxed),
      isLost: wasChosen.load(ordering: .relaxed)
    )
  }
  // What a forked child sees of a thread that is using the state.
  private static let isChanging = Atomic(false)
  private static let isIsolated = Atomic(false)

  private static func change<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    state.withLock { state in
      isChanging.store(true, ordering: .relaxed)
      defer { isChanging.store(false, ordering: .relaxed) }
      return body(&state)
    }
  }

  /// Whether the program has set a store.
  private static let wasChosen = Atomic(false)

  /// The address of the store's head, or 0.
  // Acquire and release, so that who finds the address finds the head.
  private static let headAddress = Atomic<UInt>(0)

  /// The head of the process's store, which is never freed; `nil` before it is first used, and if nothing of it is cached.
  static var head: UnsafePointer<StoreHead>? {
    UnsafePointer(bitPattern: headAddress.load(ordering: .acquiring))
  }

  /// Whether the process's store was set or used.
  static var isOpen: Bool { state.withLock { $0.store != nil } }

  private static var storeOfProcess: any DefaultsStore {
    get {
      if let known = state.withLock({ $0.store }) { return known }
      return openedStore
    }
    set {
      Isolation.ofProcess?.keep(newValue.context, .set)
      let (former, wasDefault) = change { state in
        let wasDefault = state.isDefault
        wasChosen.store(true, ordering: .relaxed)
        return (state.choose(newValue), wasDefault)
      }
      #if DEBUG
        // Only after a write. A store over the default one reads it, and a program may look before it chooses.
        if wasDefault, let former, former.context.isWritten, former.context !== newValue.context {
          let reason = Refusal(
            """
            Defaults.store was set after a setting had been stored in the default store, \(former.label), where it stays; \
            set it before the first setting is used
            """
          )
          DefaultsProblem(.unchosenStore, error: reason).report()
        }
      #endif
      withExtendedLifetime(former) {}
    }
  }

  /// The store of a process that has set none, which is opened at the first use.
  @inline(never)  // so that a process that has one need not save registers for it
  private static var openedStore: any DefaultsStore {
    let (isIsolating, isLost) = state.withLock { ($0.isIsolating, $0.isLost) }
    // Outside of the lock, because the problem handler, which is the program's code, may be called.
    // Another store than the one that was set would have defaults in place of its settings.
    let new: any DefaultsStore =
      isLost ? UnavailableStore(DefaultsError.lostInFork) : isIsolating ? InMemoryStore() : makeDefaultStore()
    let isChosen = change { state in
      // Another thread may have been first, or have begun to isolate.
      guard state.store == nil, state.isIsolating == isIsolating else { return false }
      _ = state.choose(new)
      state.isDefault = !isIsolating
      return true
    }
    guard isChosen else { return storeOfProcess }
    guard isIsolating else { return new }
    let reason = Refusal(
      """
      a setting was used outside of any isolation, by a detached task, a thread or a test without the trait \
      .isolatedDefaults; such accesses share a store in memory
      """
    )
    DefaultsProblem(.unchosenStore, error: reason).report()
    return new
  }

  /// Keeps the accesses that no isolation covers from the settings of the person who runs the tests.
  ///
  /// From the first call on the process's store is one in memory, until the process sets another. The first access is
  /// reported. Named stores that are opened from then on are in a temporary directory.
  static func isolateProcess() {
    let former = change { state -> (any DefaultsStore)? in
      guard !state.isIsolating else { return nil }
      state.isIsolating = true
      isIsolated.store(true, ordering: .relaxed)
      IsolatedPlaces.begin()
      headAddress.store(0, ordering: .relaxed)
      return state.store.take()
    }
    withExtendedLifetime(former) {}
  }
}

/// The settings that a task tree uses in place of the process's settings.
struct TaskOverrides: Sendable {
  var store: StoreOverride?
  var arguments: LaunchArguments?

  @TaskLocal static var current: TaskOverrides?

  /// Whether any task has ever had overrides, or the process is isolated.
  ///
  /// A process without overrides reads only this flag and not the task-local.
  @inline(__always)  // on the way of every write
  static var areUsed: Bool { haveBeenUsed.load(ordering: .relaxed) }
  private static let haveBeenUsed = Atomic(false)

  static var areInForce: Bool { areUsed && (current != nil || Isolation.ofProcess != nil) }

  static func recordUse() { haveBeenUsed.store(true, ordering: .relaxed) }

  /// The overrides of the current task.
  static var inForce: TaskOverrides? { areUsed ? current : nil }

  /// Returns the current overrides with a change, and records that overrides are used.
  static func changed(_ change: (inout TaskOverrides) -> Void) -> TaskOverrides {
    recordUse()
    var overrides = current ?? TaskOverrides()
    change(&overrides)
    return overrides
  }
}

/// The store of a task tree, which the tasks may replace.
final class StoreOverride: Sendable {
  private let store: Guarded<any DefaultsStore>

  init(_ store: any DefaultsStore) {
    Isolation.current?.keep(store.context, .set)
    // What was set since may be another store.
    self.store = Guarded(store) { UnavailableStore(DefaultsError.lostInFork) }
  }

  var value: any DefaultsStore {
    get { store.withLock { $0 } }
    // The former store is released outside the lock, because it may be the program's.
    set {
      Isolation.current?.keep(newValue.context, .set)
      _ = store.exchange(newValue)
    }
  }
}

/// The values given on the command line for one run, as in `-Account.isUserLoggedIn YES -launchCount 3`.
///
/// They take precedence over stored values and are never written. An argument is a name if it begins with one dash and
/// is not a number in digits. The next argument is the value of that name, unless it is a name too. All other arguments, and
/// everything after `--`, belong to the program.
package final class LaunchArguments: Sendable {
  private static let ofCommandLine = LaunchArguments(CommandLine.arguments.dropFirst())
  private static let none = LaunchArguments([])
  private static let isRead = Atomic(true)

  /// The arguments of the process, or none if it does not read them.
  static var ofProcess: LaunchArguments { isOfProcessRead ? ofCommandLine : none }

  /// Whether the process reads settings from its arguments.
  static var isOfProcessRead: Bool {
    get { isRead.load(ordering: .relaxed) }
    set { isRead.store(newValue, ordering: .relaxed) }
  }

  /// The texts by the names that they are given for.
  package let texts: [String: String]
  /// What looks like a setting and gives none, by the name that it seems to mean: `--ui.size`, `-ui.size=5`, or a name
  /// without a value.
  package let refused: [String: Refusal]

  package init(_ arguments: some Sequence<String>) {
    var texts: [String: String] = [:]
    var refused: [String: Refusal] = [:]
    var name: String?
    func endName(_ reason: String = "") {
      if let name { refused[name] = Refusal("has no value\(reason); write -\(name) VALUE") }
      name = nil
    }
    for argument in arguments {
      if argument == "--" { break }
      guard argument.isArgumentName else {
        if let name { texts[name] = argument }
        name = nil
        continue
      }
      // It is not quoted, because it may be a secret.
      endName(", for what follows begins with a dash and is no number")
      let word = argument.drop { $0 == "-" }
      let meant = String(word.prefix { $0 != "=" })
      // Two dashes alone are how programs write options of their own, which may have the name of a setting.
      let isMistaken = argument.hasPrefix("--") ? meant.contains(".") : meant.utf8.count < word.utf8.count
      if isMistaken {
        refused[meant] = Refusal("is not given by \(argument.prefix(while: { $0 != "=" })); write -\(meant) VALUE")
      }
      if !argument.hasPrefix("--") { name = String(word) }
    }
    endName()
    self.texts = texts
    self.refused = refused
  }

  /// Whether no argument concerns a setting.
  var isEmpty: Bool { texts.isEmpty && refused.isEmpty }

  /// The names that arguments give a value or seem to mean.
  package var names: Set<String> { Set(texts.keys).union(refused.keys) }
}

extension String {
  fileprivate var isArgumentName: Bool {
    hasPrefix("-") && count > 1 && (Double(decimal: self) == nil || !contains(where: \.isNumber))
  }
}
