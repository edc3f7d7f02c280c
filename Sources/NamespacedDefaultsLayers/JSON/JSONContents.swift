import NamespacedDefaults

/// The stored values in the text of a file.
///
/// A name stands in the text in one of these forms, each of which is read, and the first of which is written:
///
///     {"Account": {"isUserLoggedIn": true}}     Account.isUserLoggedIn; an object of the file is a namespace
///     {"launchCount": 3}                        launchCount; any other member is a value
///     {"User.7": {"name": "Ann"}}               User.7.name; a namespace is what comes before the last dot
///     {"log.level": "info"}                     log.level
///     {"profile": {"$value": {"name": "Ann"}}}  profile; the value of the object's own name
///
/// What is not there in such a form is looked for further down: `Server.tls.enabled` in
/// `{"Server": {"tls": {"enabled": true}}}`, where `Server.tls` is the name in the list, and `profile` in
/// `{"profile": {"name": "Ann"}}`, where it is `profile.name`.
struct JSONContents {
  let bytes: [UInt8]
  let document: JSONDocument
  /// The values by their names, those that are looked for further down excluded.
  private(set) var values: [String: PropertyListValue] = [:]

  /// Creates the contents of a file that does not exist.
  init() {
    bytes = []
    document = JSONDocument(lead: [], root: nil, end: [])
  }

  /// Reads the text of a file.
  init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    self.bytes = bytes
    document = try JSONParser.document(bytes)
    var offsets: [String: Int] = [:]
    for place in document.places {
      let member = place.object.members[place.index]
      if let first = offsets.updateValue(member.name.startIndex, forKey: place.name) {
        throw JSONParser(bytes: bytes).twice(place.name, at: member.name.startIndex, first: first)
      }
      if let value = member.value.value { values[place.name] = value }
    }
  }

  func value(forKey name: String) -> PropertyListValue? { values[name] ?? document.place(below: name)?.value }

  /// Returns the changes that lead here from other contents, of all values and of some names that are looked for.
  func changes(since old: JSONContents, of names: Set<String>) -> [DefaultsChange] {
    names.union(old.values.keys).union(values.keys).sorted().compactMap { name in
      let (old, new) = (old.value(forKey: name), value(forKey: name))
      return old == new ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
    }
  }
}

/// The place of a stored name in the text: a member of an object.
struct JSONPlace {
  let name: String
  let object: JSONObject
  let index: Int

  var value: PropertyListValue? { object.members[index].value.value }
}

extension JSONDocument {
  /// The places of all names that are listed, a null included, which keeps the place of a name without a value.
  var places: [JSONPlace] {
    guard let root else { return [] }
    return root.members.indices.flatMap { index -> [JSONPlace] in
      let member = root.members[index]
      guard let namespace = member.namespace else { return [JSONPlace(name: member.key, object: root, index: index)] }
      return namespace.members.indices.map { inner in
        let innerMember = namespace.members[inner]
        let isOwn = innerMember.isMarked && innerMember.key == JSONNotation.valueName
        return JSONPlace(name: isOwn ? member.key : member.key + "." + innerMember.key, object: namespace, index: inner)
      }
    }
  }

  /// Returns the place of a name that is not listed.
  func place(below name: String) -> JSONPlace? { root.flatMap { Self.place(of: name[...], below: $0) } }

  private static func place(of name: Substring, below object: JSONObject) -> JSONPlace? {
    for (index, member) in object.members.enumerated() where name.utf8.starts(with: member.key.utf8) {
      let rest = name.utf8.dropFirst(member.key.utf8.count)
      if rest.isEmpty, member.value.value != nil { return JSONPlace(name: member.key, object: object, index: index) }
      guard rest.first == UInt8(ascii: "."), case .object(let inner) = member.value else { continue }
      if let place = place(of: Substring(rest.dropFirst()), below: inner) { return place }
    }
    return nil
  }
}

extension JSONMember {
  /// The object of the member, unless it stands for a value; call this for a member of the file's own object.
  var namespace: JSONObject? {
    guard case .object(let object) = value, JSONNotation.value(of: object) == nil else { return nil }
    return object
  }
}
