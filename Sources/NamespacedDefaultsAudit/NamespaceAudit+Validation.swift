import NamespacedDefaults
import NamespacedDefaultsFoundation

extension NamespaceAudit {
  /// What a name counts as that people have written and nobody declares.
  public enum UnknownNames: Sendable {
    /// A warning: a newer release's file must not stop an older program.
    case areWarnings
    /// A fault.
    case areErrors
  }

  /// Checks what people have written, at the start of a program.
  ///
  /// ```swift
  /// let settings = NamespaceAudit(Server.self, keys: [.logLevel])
  /// do {
  ///   for warning in try settings.validate() { print("warning: \\(warning)") }
  /// } catch {
  ///   print(error)
  ///   exit(78)  // EX_CONFIG
  /// }
  /// ```
  ///
  /// These are faults, each with the place of what is wrong: file, line and column, the variable or the argument.
  ///
  /// - A value that its key cannot read, or that breaks the rule of the key, even if that corrects it.
  /// - A value that must be given and is not, or is empty; see `DefaultsKey.required()`.
  /// - An argument that means a declared setting and cannot be taken, such as `--Server.port 80` or `-Server.port=80`.
  /// - A mandatory name or pattern of a layer that fits no declared name, and nothing that the layer holds.
  ///
  /// These are warnings.
  ///
  /// - A name in a JSON file or a directory, a variable with the prefix, or an argument that no key declares. An argument
  ///   counts if it begins with a declared namespace or is nearly a declared name, because programs have others. The
  ///   nearest declared name is said. In the namespace of a type without a list `keys`, which may declare more than an
  ///   audit can find, such a name is not said to be wrong. So is a file in a directory of a `DirectoryStore`. The variable of
  ///   an instance's setting, as `TOOL_USER_7_IS_ADMIN`, is such a name without `instances`, because it looks like a
  ///   misspelt one.
  /// - A key that the process has used in a store of the audit, and that no list of the audit has. This is the program's own
  ///   mistake, and never a fault.
  /// - A member of an object that its type does not have, with the nearest that it has. In an object that cannot be read, it is
  ///   one that the schema does not have; see ``jsonSchema()``.
  /// - An old name; see `DefaultsKey.renamed(from:)`. The warning says if it has no effect, because the new one counts.
  /// - An object that hides members of one in a layer beneath, because a setting is the whole value of one place. So is
  ///   the text of a variable or of an argument.
  ///
  /// It reads the value of each key, and lists the names of stores that people write. A file that cannot be read is a fault,
  /// also where its last good values go on to count.
  ///
  /// - Parameters:
  ///   - unknownNames: Whether the warnings about unknown names are faults.
  ///   - ignored: Names as they are written that are the program's own and no settings, such as `TOOL_HOME`.
  /// - Returns: The warnings, if there are no faults.
  /// - Throws: ``DefaultsAuditError`` with all faults and warnings.
  @discardableResult
  public func validate(
    unknownNames: UnknownNames = .areWarnings,
    ignoring ignored: Set<String> = []
  ) throws -> [String] {
    var faults: [String] = []
    let hidden = keys.compactMap(\.hiddenMembers)
    for key in keys {
      do {
        let value = try key.current(true)
        if key.isRequired, let absence = key.absence(of: value, from: key.origin) { faults.append(absence) }
      } catch {
        faults.append(key.sentence(about: error))
      }
    }
    let unlisted = unlistedNames.map { "\($0.printable) is used, and no list of this audit has it; list it in keys" }
    var written = WrittenNames(self, ignoring: ignored)
    for store in stores { faults += written.take(from: store, accepting: claimants(in: store)) }
    written.takeArguments()
    if unknownNames == .areErrors { faults += written.unknown }
    // A file that cannot be read is the fault of each key in it.
    var seen: Set<String> = []
    faults = faults.filter { seen.insert($0).inserted }
    let unknown = unknownNames == .areErrors ? [] : written.unknown.sorted()
    let warnings = written.renamed.sorted() + hidden.sorted() + unknown + unlisted
    guard faults.isEmpty else { throw DefaultsAuditError(faults: faults, warnings: warnings) }
    return warnings
  }
}

/// What is wrong with the settings that people have written; see ``NamespaceAudit/validate(unknownNames:ignoring:)``.
public struct DefaultsAuditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A line for each fault.
  public let faults: [String]
  /// A line for each warning.
  public let warnings: [String]

  /// The lines, those of the warnings marked as such.
  public var description: String { (faults + warnings.map { "warning: \($0)" }).joined(separator: "\n") }
}

extension DeclaredKey {
  /// A sentence about members that an object has beneath the one that counts, which an argument may give; `nil` if
  /// there are none.
  fileprivate var hiddenMembers: String? {
    let store = storeChoice.store
    guard let sources = (store as? any PlaceReporting)?.sources else { return nil }
    let arguments = names.compactMap { name in
      CurrentStore.arguments.texts[name].map { ("-\(name)", PropertyListValue.string($0)) }
    }
    let forms = sources.compactMap { source in
      (try? keyName.stored(in: source)).flatMap { form in source.place(of: keyName).map { ($0.words, form) } }
    }
    let objects = (arguments + forms).compactMap { place, form in form.object.map { (place: place, members: $0) } }
    // A key of a text does not read it as an object.
    guard let place = arguments.first?.0 ?? store.place(of: keyName)?.words,
      let taken = objects.firstIndex(where: { $0.place == place }),
      (try? decode(.dictionary(objects[taken].members))) != nil
    else { return nil }
    for (beneath, members) in objects[(taken + 1)...] {
      let hidden = members.keys.filter { objects[taken].members[$0] == nil }.sorted().map(\.printable)
      guard !hidden.isEmpty else { continue }
      return "\(place): \(name) hides \(hidden.joined(separator: ", ")) of \(beneath)"
    }
    return nil
  }

  /// Returns the sentence about a value that must be given and is not; an empty text and empty data are none.
  func absence(of value: PropertyListValue?, from origin: Origin) -> String? {
    if origin.kind == .defaultValue { return "\(name.printable) must be given\(ways)" }
    guard value == "" || value == .data(Data()) else { return nil }
    return "\(origin.place.map { "\($0): " } ?? "")\(name) must be given, and is empty".printable
  }

  /// The ways in which a person gives the value, in words; everybody on a machine can read the arguments of a program.
  private var ways: String {
    let searched = (storeChoice.store as? any PlaceReporting)?.searched(for: keyName) ?? []
    let counting = searched.filter { !$0.isOverridden }
    // A file of JSON is not told, unless its layer makes the name mandatory, and may be the only place.
    let isMandatory = counting.count < searched.count
    let places = counting.compactMap { searched in
      let store = searched.store as? any PlaceReporting
      return store?.placeToGive(name) ?? (isMandatory ? store?.filePath : nil)
    }
    let ways = places + (isSecret || !Defaults.readsLaunchArguments ? [] : ["-\(name)"])
    return ways.isEmpty ? "" : ", as by \(ways.joined(separator: " or "))"
  }

  /// Whether the value is an object, which a variable, an argument or a file gives as a whole.
  fileprivate var isObject: Bool {
    let schema = schema()
    guard let type = schema["type"] else { return schema["enum"] == nil }
    return type == "object" || type.array?.contains("object") == true
  }
}

/// The names that people have written, held against the declared ones.
private struct WrittenNames {
  private(set) var unknown: [String] = []
  private(set) var renamed: [String] = []

  private let keys: [DeclaredKey]
  private let names: Set<String>
  private let audit: NamespaceAudit
  private let ignored: Set<String>

  init(_ audit: NamespaceAudit, ignoring ignored: Set<String>) {
    (keys, self.audit, self.ignored) = (audit.keys, audit, ignored)
    names = Set(keys.map(\.name))
  }

  /// Takes what is written where a store looks, and returns the faults of its patterns.
  mutating func take(from store: any DefaultsStore, accepting isClaimed: (String) -> Bool) -> [String] {
    guard let store = store as? any PlaceReporting else {
      return ((try? store.keys()) ?? []).flatMap { fault(of: $0, in: store) }
    }
    var faults: [String] = []
    for source in store.sources {
      func spelling(_ name: String) -> String { source.variableName(forKey: name) ?? name }
      let declared = Set(names.map(spelling))
      let used = store.context.usedNames
      let usedWords = Set(used.map(spelling))
      let unlisted = audit.unlistedNamespaces.map { spelling("\($0).") }
      var written: [String: String] = [:]
      do { written = try source.writtenNames() } catch { faults.append("\(error)") }
      // The members of an object in which declared names, or old ones, begin.
      let known = names.union(keys.compactMap(\.previousName)).union(used)
      var objects = Array(written.keys)
      while let object = objects.popLast() {
        let mayBegin =
          known.contains { $0.hasPrefix("\(object).") }
          || audit.instances.contains { $0.mayBegin(in: object) && !$0.claims(object) }
        guard mayBegin, !known.contains(object), !audit.families.contains(where: { $0.claims(object) }),
          case .dictionary(let members)? = try? source.value(forKey: object)
        else { continue }
        let place = written.removeValue(forKey: object)
        for name in members.keys.map({ "\(object).\($0)" }) {
          written[name] = source.place(ofValueForKey: name)?.words ?? place
          objects.append(name)
        }
      }
      for (word, place) in written where !declared.contains(word) && !usedWords.contains(word) {
        if let match = audit.match(word, spelling) {
          faults += fault(of: word, in: source)
          takeMembers(of: match.key, named: word, from: source, except: known)
          if let newName = match.newName {
            let taken = store.place(of: KeyName(newName, previous: word))?.words
            let counts = written[newName] == nil && (taken == nil || taken == place)
            takePreviousName(word, at: (words: place == word ? "" : "\(place): ", counts), newName)
          }
          continue
        }
        guard !audit.instances.contains(where: { $0.claims(word, spelling) }) else { continue }
        let key = keys.first { $0.previousName.map(spelling) == word }
        // That of the value that counts, of whichever name.
        let taken = key.flatMap { store.place(of: $0.keyName)?.words }
        let place = (words: place == word ? "" : "\(place): ", counts: taken == place)
        take(word, at: place, among: declared, spelling) {
          isClaimed(word) || unlisted.contains(where: word.hasPrefix)
        }
      }
      for key in keys { takeMembers(of: key, named: key.name, from: source, except: known) }
    }
    return faults + store.unmatchedPatterns(among: names)
  }

  /// Returns the fault of a value in the namespace of an instance, if it has one.
  private func fault(of name: String, in store: any DefaultsStore) -> [String] {
    guard !names.contains(name), let key = audit.match(name)?.key,
      let form = try? store.value(forKey: name)
    else { return [] }
    do {
      let place = store.place(of: KeyName(name))
      try DefaultsError.naming(name, at: { place?.words(at: $0) }) {
        do { try key.requireAllowed(form) } catch { throw key.describing(error) }
      }
      return []
    } catch {
      return ["\(error)"]
    }
  }

  /// Takes the members of an object that the type of its key does not have.
  private mutating func takeMembers(
    of key: DeclaredKey,
    named name: String,
    from source: any PlaceReporting,
    except known: Set<String>
  ) {
    guard let value = try? source.value(forKey: name) else { return }
    for member in key.unknownMembers(value).map({ $0.inObject(named: name, for: key.name) })
    where !ignored.contains(member.path) && !known.contains(where: { "\($0).".hasPrefix("\(member.path).") }) {
      let place = source.place(ofValueForKey: member.path) ?? source.place(ofValueForKey: name)
      unknown.append("\(place.map { "\($0.words): " } ?? "")\(member.sentence)")
    }
  }

  mutating func takeArguments() {
    let used = audit.stores.flatMap { $0.context.usedNames }
    let known = names.union(used)
    let namespaces = Set(known.compactMap { $0.contains(".") ? $0.prefix { $0 != "." } : nil })
    func spelling(_ name: String) -> String { "-\(name)" }
    // What stands before an equals sign is among them.
    for name in CurrentStore.arguments.names where !known.contains(name) && !name.contains("=") {
      if let newName = audit.match(name)?.newName {
        let counts = CurrentStore.arguments.texts[newName] == nil
        takePreviousName(spelling(name), at: ("", counts), spelling(newName))
      }
      guard !audit.instances.contains(where: { $0.claims(name) }) else { continue }
      let isOfNamespace = name.contains(".") && namespaces.contains(name.prefix { $0 != "." })
      let renamed = keys.first { $0.previousName == name }
      guard isOfNamespace || renamed != nil || nearest(to: name, among: names) != nil else { continue }
      let counts = renamed.map { CurrentStore.arguments.texts[$0.name] == nil } ?? false
      take(spelling(name), at: ("", counts), among: Set(names.map(spelling)), spelling)
    }
  }

  private mutating func takePreviousName(_ word: String, at place: (words: String, counts: Bool), _ newName: String) {
    let advice = place.counts ? "write" : "and has no effect beside"
    renamed.append("\(place.words)\(word.printable) is renamed, \(advice) \(newName.printable)")
  }

  private mutating func take(
    _ word: String,
    at place: (words: String, counts: Bool),
    among declared: Set<String>,
    _ spelling: (String) -> String,
    unless isClaimed: () -> Bool = { false }
  ) {
    if let key = keys.first(where: { $0.previousName.map(spelling) == word }) {
      return takePreviousName(word, at: place, spelling(key.name))
    }
    guard !ignored.contains(word), !isClaimed() else { return }
    func begins(_ name: String) -> Bool { word.hasPrefix(spelling("\(name).a").dropLast()) }
    let isOpen = audit.openNamespaces.contains(where: begins)
    let verdict = isOpen ? ": nothing that this audit knows declares it" : " is no setting"
    let advice =
      if let object = keys.first(where: { $0.isObject && begins($0.name) }) {
        "; \(spelling(object.name).printable) gives the whole object"
      } else if let nearest = audit.nameOfInstance(nearestTo: word, spelling) ?? nearest(to: word, among: declared) {
        "; did you mean \(nearest)?\(isOpen ? " If not, list it in keys" : "")"
      } else {
        isOpen ? "; list it in keys" : ""
      }
    unknown.append("\(place.words)\(word.printable)\(verdict)\(advice)")
  }
}

extension UnknownMember {
  /// The sentence about the member, with the nearest one that the type has.
  var sentence: String {
    let advice = nearest(to: name, among: known).map { "; did you mean \(object.printable).\($0)?" } ?? ""
    return "\(path.printable) is no setting\(advice)"
  }

  /// Returns the same member of the object of another instance.
  fileprivate func inObject(named name: String, for keyName: String) -> Self {
    Self(object: name + object.dropFirst(keyName.count), name: self.name, known: known)
  }
}
