// Who follows the changes of names.
extension Names {
  /// The names that are observed or tracked.
  var followed: Set<String> { state.withLock { Set($0.followed.values) } }

  /// Returns the key of a name with which trackings were registered.
  func trackedKey(_ name: String) -> TrackedKey? {
    state.withLock { $0.entries[name]?.details.pointee.followers.trackedKey }
  }

  /// Returns who follows the changes of a name; `nil` if nobody does.
  func followers(of name: String) -> (observers: [Observer], trackedKey: TrackedKey?)? {
    state.withLock { state in
      guard let details = state.entry(of: name)?.details, !details.pointee.followers.isEmpty else { return nil }
      return (details.pointee.followers.observers.inOrder(), details.pointee.followers.trackedKey)
    }
  }

  /// Changes who follows a name.
  ///
  /// - Returns: The result of `change`, and what the caller releases under no lock.
  func changeFollowers<Result>(
    of name: String,
    _ change: (inout Followers) -> sending Result
  ) -> (result: Result, released: [any CachedCopy]) {
    withEntry(of: name) { entry, state in
      let details = entry.details
      let result = change(&details.pointee.followers)
      if details.pointee.followers.isEmpty {
        state.followed.removeShrinking(entry)
      } else {
        state.followed[entry] = name
      }
      return result
    }
  }
}
