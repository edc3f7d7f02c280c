import Synchronization

/// The versions of the stores of which a store is made, and their stamps as they were when they were last compared.
///
/// A stamp of the whole is a count: it has grown when a stamp of a part differs from the one that was seen last. So no two
/// changes can cancel each other out, as they could in a sum.
///
/// It is a struct behind a pointer and not an object, because reference counting would be half of the work of a comparison.
struct VersionParts: ~Copyable {
  private struct Part: ~Copyable {
    let version: UnsafePointer<StoreVersion>  // valid as long as the version of the whole
    let seenCount = Atomic<UInt64>(0)
    let seenShared = Atomic<UInt64>(0)

    init(_ version: UnsafePointer<StoreVersion>) { self.version = version }

    /// The stamp that was seen last.
    @inline(__always)
    var seen: StoreVersion.Stamp {
      StoreVersion.Stamp(
        changeCount: seenCount.load(ordering: .acquiring),
        shared: seenShared.load(ordering: .acquiring)
      )
    }
  }

  /// The address of a number that is always 0.
  static let noWord = {
    let word = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)  // never freed
    word.initialize(to: Atomic(0))
    return UInt(bitPattern: word)
  }()

  private let parts: UnsafeMutablePointer<Part>  // freed with this value
  private let count: Int
  /// Keeps those from each other who compare because a part has changed.
  private let lock = Lock(recursion: .stopsTheProgram)

  init(_ versions: [UnsafePointer<StoreVersion>]) {
    count = versions.count
    parts = .allocate(capacity: max(count, 1))
    for (index, version) in versions.enumerated() { (parts + index).initialize(to: Part(version)) }
  }

  deinit {
    parts.deinitialize(count: count)
    parts.deallocate()
  }

  /// Returns the current stamp, or `nil` while that of a part is unknown.
  ///
  /// - Parameter changes: The count of the whole's changes, which grows if a part has changed.
  /// - Returns: The stamp.
  @inline(__always)  // because it is half of a cached read
  func stamp(counting changes: borrowing Atomic<UInt64>) -> StoreVersion.Stamp? {
    var part = parts
    let end = parts + count
    while part < end {
      guard part.pointee.version.pointee.isCurrent(part.pointee.seen) else { return stampAfterChange(changes) }
      part += 1
    }
    // After the comparison: whoever finds a new stamp counts first, and then lets others see it.
    return StoreVersion.Stamp(changeCount: changes.load(ordering: .acquiring), shared: 0)
  }

  @inline(never)  // so that a read after which nothing has changed need not save registers for it
  private func stampAfterChange(_ changes: borrowing Atomic<UInt64>) -> StoreVersion.Stamp? {
    lock.lock()
    defer { lock.unlock() }
    for index in 0..<count {
      guard let now = parts[index].version.pointee.current else { return nil }
      guard parts[index].seen != now else { continue }
      changes.add(1, ordering: .acquiringAndReleasing)
      parts[index].seenCount.store(now.changeCount, ordering: .releasing)
      parts[index].seenShared.store(now.shared, ordering: .releasing)
    }
    return StoreVersion.Stamp(changeCount: changes.load(ordering: .acquiring), shared: 0)
  }

  /// The number of removals in all of them.
  var removalCount: UInt64 { (0..<count).reduce(0) { $0 &+ parts[$1].version.pointee.removalCount } }
}
