// How entries come to names, and go over to others.
extension Names {
  /// Returns the entry of a name that is raised with that of the previous one, in the parts too.
  func entry(of name: String, previous: String, _ state: inout State) -> NameEntry {
    _ = self.entry(of: previous, &state)
    let entry = self.entry(of: name, &state)
    // To make room for the other one may have taken the name from its entry. There is room for more then.
    let other = self.entry(of: previous, &state)
    if !other.details.successors.contains(where: { $0 === entry }) { other.details.successors.append(entry) }
    for part in parts { part.state.withLock { _ = part.entry(of: name, previous: previous, &$0) } }
    return entry
  }

  /// Adds a copy of a name's value, which a removal of the value drops, here or in a part.
  func add(_ copy: any CachedCopy, of name: String) {
    withEntry(of: name) { entry, _ in
      let known = entry.details.copies.compactMap(\.copy)
      if !known.contains(where: { $0 === copy }) {
        entry.details.copies = (known + [copy]).map { NameEntry.Details.Weak(copy: $0) }
      }
    }
    for part in parts { part.add(copy, of: name) }
  }

  /// Runs a body with the entry of a name, which is made if there is none.
  ///
  /// The body must not call code that may reach the table, or that is the program's.
  func withEntry<Result>(of name: String, _ body: (NameEntry, inout State) -> sending Result) -> Result {
    state.withLock { state in body(entry(of: name, &state), &state) }
  }

  func newEntry(_ name: String, _ state: inout State) -> NameEntry {
    if state.entries.count >= state.limit { reuseEntries(of: &state) }
    let entry = state.unused.popLast() ?? NameEntry()
    connect(entry, to: name)
    state.entries[name] = entry
    state.recent.removeAll()
    return entry
  }

  /// Lets an entry change with those of a name in the parts, and in their parts.
  private func connect(_ whole: NameEntry, to name: String) {
    for part in parts {
      part.withEntry(of: name) { entry, _ in entry.details.wholes.append(whole) }
      part.connect(whole, to: name)
    }
  }

  func disconnect(_ whole: NameEntry, from name: String) {
    for part in parts {
      part.state.withLock { $0.entries[name]?.details.wholes.removeAll { $0 === whole } }
      part.disconnect(whole, from: name)
    }
  }

  /// Takes their names from entries that nobody needs.
  ///
  /// That costs O(1), taken over all new entries.
  private func reuseEntries(of state: inout State) {
    var free: Set<ObjectIdentifier> = []
    for (name, entry) in state.entries where entry.details.isFree {
      entry.raise()
      entry.details = NameEntry.Details()
      disconnect(entry, from: name)
      state.entries[name] = nil
      state.unused.append(entry)
      free.insert(ObjectIdentifier(entry))
    }
    for entry in state.entries.values where !entry.details.successors.isEmpty {
      entry.details.successors.removeAll { free.contains(ObjectIdentifier($0)) }
    }
    state.limit = max(2 * state.entries.count, leastLimit)
  }
}
