import Synchronization

/// A change that this process makes in the file system.
///
/// Tests observe the changes of a workload. They build from them what a loss of power or a kill may leave.
struct FileSystemChange: Sendable {
  enum Kind: Sendable {
    case creation(FileIdentity)
    case write(FileIdentity, [UInt8], offset: Int)
    case truncation(FileIdentity, size: Int)
    case synchronization(FileIdentity)
    case directoryCreation
    case rename(newPath: String)
    case exchange(otherPath: String)
    case removal
    case directorySynchronization
    /// A call of the system, whatever it does; see ``observe(callsToo:_:during:)``.
    case call(_ operation: String)
  }

  /// A closure that gets each change before it is made; the error that it throws is that of the system call.
  typealias Observer = @Sendable (FileSystemChange) throws(DefaultsError) -> Void

  let path: String
  let kind: Kind

  private static let isObserved = Atomic(false)
  private static let observers = Guarded((byID: [Int: (observer: Observer, hasCalls: Bool)](), lastID: 0))

  /// Calls the observers, if there are any.
  @inline(__always)
  static func announce(_ path: String, _ kind: @autoclosure () -> Kind) throws(DefaultsError) {
    if isObserved.load(ordering: .relaxed) { try callObservers(FileSystemChange(path: path, kind: kind())) }
  }

  private static func callObservers(_ change: FileSystemChange) throws(DefaultsError) {
    let isCall = if case .call = change.kind { true } else { false }
    for (observer, hasCalls) in observers.withLock({ Array($0.byID.values) }) where hasCalls || !isCall {
      try observer(change)
    }
  }

  /// Calls an observer for each change that any thread of the process makes while the body runs.
  ///
  /// - Parameters:
  ///   - hasCalls: Whether the observer gets each call of the system too, in a debug build.
  ///   - observer: The observer.
  ///   - body: The body.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  static func observe<Result>(
    callsToo hasCalls: Bool = false,
    _ observer: @escaping Observer,
    during body: () throws -> Result
  ) rethrows -> Result {
    let id = observers.withLock {
      $0.lastID += 1
      $0.byID[$0.lastID] = (observer, hasCalls)
      isObserved.store(true, ordering: .relaxed)
      return $0.lastID
    }
    defer {
      observers.withLock {
        $0.byID[id] = nil
        isObserved.store(!$0.byID.isEmpty, ordering: .relaxed)
      }
    }
    return try body()
  }
}
