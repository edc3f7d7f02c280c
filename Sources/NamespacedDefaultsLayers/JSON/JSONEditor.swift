import NamespacedDefaults

/// The edit of a text: it changes the pieces of the values that have changed, and leaves all others as they are.
struct JSONEditor {
  private var document: JSONDocument
  private var style: JSONStyle
  private var places: [String: JSONPlace] = [:]

  /// Returns the text of a file after changes.
  ///
  /// Comments on the line of a removed member go with it, and those above it stay. An object that an edit has emptied goes
  /// too, unless there is a comment in it.
  ///
  /// - Throws: ``DefaultsError/Code/notEncodable`` for a value that nests too deep.
  static func bytes(_ contents: JSONContents, applying changes: [DefaultsChange]) throws -> [UInt8] {
    // An edit changes the objects of the text, which readers share.
    var editor = JSONEditor(try JSONParser.document(contents.bytes))
    try editor.apply(changes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    return editor.document.bytes
  }

  private init(_ document: JSONDocument) {
    self.document = document
    style = JSONStyle(document)
    for place in document.places { places[place.name] = place }
  }

  private mutating func apply(_ changes: [DefaultsChange]) throws {
    var new: [(String, PropertyListValue)] = []
    for change in changes {
      if let value = change.newValue, value.depth > JSONWriter.depthLimit {
        let reason = "it nests deeper than \(JSONWriter.depthLimit) levels"
        throw DefaultsError.notEncodable(type: "the value for \(change.key.debugDescription)", reason: reason)
      }
      let value = change.newValue?.asInText
      if let place = places[change.key] ?? document.place(below: change.key) {
        if !replace(place, by: value, isListed: places[change.key] != nil), let value {
          new.append((change.key, value))
        }
      } else if let value {
        new.append((change.key, value))
      }
    }
    removeMembers()
    for (name, value) in new { insert(value, as: name) }
  }

  // MARK: Values that are there

  /// Gives a member another value, or removes it.
  ///
  /// - Returns: Whether the value was placed; a namespace is not replaced by a value that is none.
  private func replace(_ place: JSONPlace, by value: PropertyListValue?, isListed: Bool) -> Bool {
    let (object, index) = (place.object, place.index)
    guard let value else {
      object.members[index].isRemoved = true
      return true
    }
    if object === document.root {
      let isNamespace = object.members[index].namespace != nil
      if isNamespace, !value.isObjectInText { return false }
      // An object of the file is a namespace, so a value that is one becomes the value of a namespace.
      if !isNamespace, value.isObjectInText {
        object.members[index].value = node(of: .dictionary([:]), indentation(of: object.members[index]))
        if case .object(let namespace) = object.members[index].value {
          append(
            JSONNotation.valueName,
            isMarked: true,
            value,
            to: namespace,
            at: indentation(of: object.members[index])
          )
        }
        return true
      }
    }
    set(value, at: index, of: object)
    return true
  }

  private func set(_ value: PropertyListValue, at index: Int, of object: JSONObject) {
    let member = object.members[index]
    guard member.value.value != value else { return }
    if case .object(let inner) = member.value, case .dictionary(let values) = value,
      JSONNotation.value(of: inner) == nil
    {
      merge(values, into: inner, at: indentation(of: member))
    } else {
      object.members[index].value = node(of: value, indentation(of: member))
    }
  }

  /// Changes the members of an object that differ, so that the text of the others stays.
  private func merge(_ values: [String: PropertyListValue], into object: JSONObject, at indentation: JSONPiece?) {
    var missing = values
    for index in object.members.indices {
      if let value = missing.removeValue(forKey: object.members[index].key) {
        set(value, at: index, of: object)
      } else if object.members[index].value.value != nil {
        object.members[index].isRemoved = true
      }
    }
    object.removeMembers(style)
    for (name, value) in missing.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      append(name, value, to: object, at: indentation)
    }
  }

  private func removeMembers() {
    guard let root = document.root else { return }
    for index in root.members.indices {
      guard case .object(let object) = root.members[index].value else { continue }
      if object.removeMembersBelow(style), object.members.isEmpty, !object.end.hasComment {
        root.members[index].isRemoved = true
      }
    }
    root.removeMembers(style)
  }

  // MARK: New values

  private mutating func insert(_ value: PropertyListValue, as name: String) {
    let root = document.root ?? makeRoot()
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return insert(value, asOwnOf: name, in: root) }
    let (namespace, key) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    if let index = root.members.firstIndex(where: { $0.key == namespace }) {
      // A value has the name of the namespace, so that the whole name stands beside it.
      guard let object = root.members[index].namespace else { return insert(value, asOwnOf: name, in: root) }
      append(key, value, to: object, at: indentation(of: root.members[index]))
    } else {
      let object = appendObject(namespace, to: root)
      append(key, value, to: object, at: indentation(of: root.members[root.members.count - 1]))
    }
  }

  /// Inserts a value into the object of the file under its whole name.
  private func insert(_ value: PropertyListValue, asOwnOf name: String, in root: JSONObject) {
    if let index = root.members.firstIndex(where: { $0.key == name }), let object = root.members[index].namespace {
      append(JSONNotation.valueName, isMarked: true, value, to: object, at: indentation(of: root.members[index]))
    } else if value.isObjectInText {
      let object = appendObject(name, to: root)
      let indentation = indentation(of: root.members[root.members.count - 1])
      append(JSONNotation.valueName, isMarked: true, value, to: object, at: indentation)
    } else {
      append(name, value, to: root, at: [])
    }
  }

  private mutating func makeRoot() -> JSONObject {
    let root = JSONObject()
    root.end = style.newline
    document.root = root
    // A comment alone stays above the object.
    if let last = document.lead.last, last != 0x0A, document.lead.hasComment { document.lead += style.newline }
    document.end = style.newline
    return root
  }

  private func appendObject(_ name: String, to root: JSONObject) -> JSONObject {
    append(name, .dictionary([:]), to: root, at: [])
    guard case .object(let object) = root.members[root.members.count - 1].value else {
      preconditionFailure("an object")
    }
    return object
  }

  /// Appends a member to an object, whose own line is indented.
  private func append(
    _ name: String,
    isMarked: Bool = false,
    _ value: PropertyListValue,
    to object: JSONObject,
    at indentation: JSONPiece?
  ) {
    let lead = object.leadOfNewMember(style, at: indentation)
    let colon = object.members.last { !$0.colon.hasComment && !$0.colon.contains(0x0A) }?.colon ?? style.colon
    let text = isMarked ? JSONPiece("\"\(name)\"".utf8) : JSONWriter.text(ofName: name)
    var member = JSONMember(
      lead: lead,
      name: text,
      key: name,
      isMarked: isMarked,
      colon: colon,
      value: .leaf(text: [], nil),
      tail: [],
      hasComma: object.takesComma(),
      trail: []
    )
    member.value = node(of: value, self.indentation(of: member))
    object.members.append(member)
  }

  /// Returns the text of a value, in which an object is one that can be edited.
  private func node(of value: PropertyListValue, _ indentation: JSONPiece?) -> JSONNode {
    if case .dictionary(let members) = value, members.isEmpty { return .object(JSONObject()) }
    return .leaf(text: JSONWriter.text(of: value, style, indentation: indentation), value)
  }

  /// Returns the indentation of a member's line; `nil` for a member that shares its line with others.
  private func indentation(of member: JSONMember) -> JSONPiece? {
    guard let newline = member.lead.lastIndex(of: 0x0A) else { return nil }
    return member.lead[(newline + 1)...].hasComment ? nil : member.lead[(newline + 1)...]
  }
}
