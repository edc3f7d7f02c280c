// Who follows the changes of names.
extension Names {
  /// The names that are observed or tracked.
  var followed: Set<String> { state.withLock { Set($0.followed.values) } }

  /// Whether any name is.
  var isAnyFollowed: Bool { state.withLock { !$0.followed.isEmpty } }

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

  /// Adds to those who follow a name.
  func addFollowers<Result>(of name: String, _ add: (inout Followers) -> sending Result) -> Result {
    withEntry(of: name) { entry, state in
      state.followed[entry] = name
      return add(&entry.details.pointee.followers)
    }
  }

  /// Removes some of those who follow a name; returns `nil` if nobody does.
  func removeFollowers<Result>(of name: String, _ remove: (inout Followers) -> sending Result?) -> Result? {
    state.withLock { state in
      guard let entry = state.entries[name], !entry.details.pointee.followers.isEmpty else { return nil }
      let result = remove(&entry.details.pointee.followers)
      if entry.details.pointee.followers.isEmpty {
        entry.details.pointee.followers = Followers()
        state.followed.removeShrinking(entry)
      }
      return result
    }
  }
}
