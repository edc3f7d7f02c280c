// Who follows the changes of names.
extension Names {
  /// The names that are observed or tracked.
  var followed: Set<String> { state.withLock { Set($0.followed.keys) } }

  /// Whether any name is.
  var isAnyFollowed: Bool { state.withLock { !$0.followed.isEmpty } }

  /// Returns the key of a name with which trackings were registered.
  func trackedKey(_ name: String) -> TrackedKey? {
    state.withLock { $0.entries[name]?.details.followers.trackedKey }
  }

  /// Returns who follows the changes of a name; `nil` if nobody does.
  func followers(of name: String) -> (observers: [Observer], trackedKey: TrackedKey?)? {
    state.withLock { state in
      guard let entry = state.entry(of: name), !entry.details.followers.isEmpty else { return nil }
      return (entry.details.followers.observers.inOrder(), entry.details.followers.trackedKey)
    }
  }

  /// Adds to those who follow a name.
  func addFollowers<Result>(of name: String, _ add: (NameEntry) -> sending Result) -> Result {
    withEntry(of: name) { entry, state in
      state.followed[name] = entry
      return add(entry)
    }
  }

  /// Removes some of those who follow a name; returns `nil` if nobody does.
  func removeFollowers<Result>(of name: String, _ remove: (NameEntry) -> sending Result?) -> Result? {
    state.withLock { state in
      guard let entry = state.entries[name], !entry.details.followers.isEmpty else { return nil }
      let result = remove(entry)
      if entry.details.followers.isEmpty {
        entry.details.followers = Followers()
        state.followed.removeShrinking(name)
      }
      return result
    }
  }
}
