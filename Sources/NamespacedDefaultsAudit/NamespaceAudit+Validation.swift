import NamespacedDefaults

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
  /// - A value that must be given and is not; see `DefaultsKey.required()`.
  /// - An argument that means a declared setting and cannot be taken, such as `--Server.port 80` or `-Server.port=80`.
  /// - A mandatory name or pattern of a layer that fits no declared name, and nothing that the layer holds.
  ///
  /// These are warnings.
  ///
  /// - A name in a JSON file or a directory, a variable with the prefix, or an argument that no key declares. An argument
  ///   counts if it begins with a declared namespace or is nearly a declared name, because programs have others. The
  ///   nearest declared name is said. The variable of an instance's setting, as `TOOL_USER_7_IS_ADMIN`, is such a name,
  ///   because it looks like a misspelt one.
  /// - A member of an object that its type does not have, with the nearest that it has.
  /// - An old name; see `DefaultsKey.renamed(from:)`. The warning says if it has no effect, because the new one counts.
  /// - An object that hides members of one in a layer beneath, because a setting is the whole value of one place. So is
  ///   the text of a variable or of an argument.
  ///
  /// It reads the value of each key, and lists the names of stores that people write. A file that cannot be read is a fault,
  /// also where its last good values go on to count.
  ///
  /// - Parameter unknownNames: Whether the warnings about unknown names are faults.
  /// - Returns: The warnings, if there are no faults.
  /// - Throws: ``DefaultsAuditError`` with all faults and warnings.
  @discardableResult
  public func validate(unknownNames: UnknownNames = .areWarnings) throws -> [String] {
    var faults: [String] = []
    let hidden = keys.compactMap(\.hiddenMembers)
    for key in keys {
      do {
        if try !key.check(), key.isRequired { faults.append("\(key.name) must be given, as by \(key.ways)") }
      } catch {
        // An error of a program's own store says nothing of a setting.
        faults.append(error is DefaultsError ? "\(error)" : "\(key.name) cannot be read: \(error)".printable)
      }
    }
    var written = WrittenNames(keys, unlistedNamespaces: unlistedNamespaces)
    for store in stores { faults += written.take(from: store, accepting: claimants(in: store)) }
    written.takeArguments()
    if unknownNames == .areErrors { faults += written.unknown }
    // A file that cannot be read is the fault of each key in it.
    var seen: Set<String> = []
    faults = faults.filter { seen.insert($0).inserted }
    let unknown = unknownNames == .areErrors ? [] : written.unknown.sorted()
    let warnings = written.renamed.sorted() + hidden.sorted() + unknown
    guard faults.isEmpty else { throw DefaultsAuditError(faults: faults, warnings: warnings) }
    return warnings
  }
}

/// What is wrong with the settings that people have written; see ``NamespaceAudit/validate(unknownNames:)``.
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
      DefaultsEnvironment.arguments.texts[name].map { ("-\(name)", PropertyListValue.string($0)) }
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

  /// The ways in which a person gives the value, in words.
  fileprivate var ways: String { [variable, "-\(name)"].compactMap(\.self).joined(separator: " or ") }
}

/// The names that people have written, held against the declared ones.
private struct WrittenNames {
  private(set) var unknown: [String] = []
  private(set) var renamed: [String] = []

  private let keys: [DeclaredKey]
  private let names: Set<String>
  private let unlistedNamespaces: [String]

  init(_ keys: [DeclaredKey], unlistedNamespaces: [String]) {
    self.keys = keys
    self.unlistedNamespaces = unlistedNamespaces
    names = Set(keys.map(\.name))
  }

  /// Takes what is written where a store looks, and returns the faults of its patterns.
  mutating func take(from store: any DefaultsStore, accepting isClaimed: (String) -> Bool) -> [String] {
    guard let store = store as? any PlaceReporting else { return [] }
    var faults: [String] = []
    for source in store.sources {
      func spelling(_ name: String) -> String { source.variableName(forKey: name) ?? name }
      let declared = Set(names.map(spelling))
      let unlisted = unlistedNamespaces.map { spelling("\($0).") }
      var written: [String: String] = [:]
      do { written = try source.writtenNames() } catch { faults.append("\(error)") }
      // The members of an object in which declared names, or old ones, begin.
      let known = names.union(keys.compactMap(\.previousName))
      var objects = Array(written.keys)
      while let object = objects.popLast() {
        guard known.contains(where: { $0.hasPrefix("\(object).") }), !known.contains(object),
          case .dictionary(let members)? = try? source.value(forKey: object)
        else { continue }
        let place = written.removeValue(forKey: object)
        for name in members.keys.map({ "\(object).\($0)" }) {
          written[name] = source.place(ofValueForKey: name)?.words ?? place
          objects.append(name)
        }
      }
      for (word, place) in written where !declared.contains(word) {
        let key = keys.first { $0.previousName.map(spelling) == word }
        // That of the value that counts, of whichever name.
        let taken = key.flatMap { store.place(of: $0.keyName)?.words }
        let place = (words: place == word ? "" : "\(place): ", counts: taken == place)
        take(word, at: place, among: declared, spelling) {
          isClaimed(word) || unlisted.contains(where: word.hasPrefix)
        }
      }
      takeMembers(from: source, except: known)
    }
    return faults + store.unmatchedPatterns(among: names)
  }

  /// Takes the members of objects that the types of their keys do not have.
  private mutating func takeMembers(from source: any PlaceReporting, except known: Set<String>) {
    for key in keys {
      guard let value = try? source.value(forKey: key.name) else { continue }
      for member in key.unknownMembers(value) where !known.contains(where: { "\($0).".hasPrefix("\(member.path).") }) {
        let place = source.place(ofValueForKey: member.path) ?? source.place(ofValueForKey: key.name)
        let nearest = nearest(to: member.name, among: member.known)
        let advice = nearest.map { "; did you mean \(member.object.printable).\($0)?" } ?? ""
        unknown.append("\(place.map { "\($0.words): " } ?? "")\(member.path.printable) is no setting\(advice)")
      }
    }
  }

  mutating func takeArguments() {
    let namespaces = Set(names.compactMap { $0.contains(".") ? $0.prefix { $0 != "." } : nil })
    func spelling(_ name: String) -> String { "-\(name)" }
    // What stands before an equals sign is among them.
    for name in DefaultsEnvironment.arguments.names where !names.contains(name) && !name.contains("=") {
      let isOfNamespace = name.contains(".") && namespaces.contains(name.prefix { $0 != "." })
      let renamed = keys.first { $0.previousName == name }
      guard isOfNamespace || renamed != nil || nearest(to: name, among: names) != nil else { continue }
      let counts = renamed.map { DefaultsEnvironment.arguments.texts[$0.name] == nil } ?? false
      take(spelling(name), at: ("", counts), among: Set(names.map(spelling)), spelling)
    }
  }

  private mutating func take(
    _ word: String,
    at place: (words: String, counts: Bool),
    among declared: Set<String>,
    _ spelling: (String) -> String,
    unless isClaimed: () -> Bool = { false }
  ) {
    if let key = keys.first(where: { $0.previousName.map(spelling) == word }) {
      let advice = place.counts ? "write" : "and has no effect beside"
      return renamed.append("\(place.words)\(word.printable) is renamed, \(advice) \(spelling(key.name))")
    }
    guard !isClaimed() else { return }
    let advice = nearest(to: word, among: declared).map { "; did you mean \($0)?" } ?? ""
    unknown.append("\(place.words)\(word.printable) is no setting\(advice)")
  }
}
