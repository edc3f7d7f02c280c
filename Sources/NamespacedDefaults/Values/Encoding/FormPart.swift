import NamespacedDefaultsFoundation

/// A stored form, or a part of one, of which the members are compared: a value, or what is in data or a text of JSON.
enum FormPart {
  case value(PropertyListValue)
  case json(JSONText, Int)

  init(_ value: PropertyListValue) {
    let json: [UInt8]? =
      switch value {
      case .data(let data) where value.mayHaveMembers: Array(data)
      case .string(let text) where value.mayHaveMembers: Array(text.utf8)
      default: nil
      }
    let text = json.flatMap { try? JSONText($0, .json, depthLimit: 4 * PropertyListValue.depthLimit) }
    self = text.map { .json($0, 0) } ?? .value(value)
  }

  /// The members in their order; `nil` for what is no object.
  var members: [(name: String, part: Self)]? {
    switch self {
    case .value(.dictionary(let members)): return members.map { ($0, Self($1)) }
    case .json(let text, let node) where text[node].kind == .object:
      return text.parts(of: node).map { (text.name(of: $0), .json(text, $0)) }
    default: return nil
    }
  }

  /// The elements; `nil` for what is no list.
  var elements: [Self]? {
    switch self {
    case .value(.array(let elements)): elements.map(Self.init)
    case .json(let text, let node) where text[node].kind == .array: text.parts(of: node).map { .json(text, $0) }
    default: nil
    }
  }

  /// The JSON of the part; `nil` for what JSON does not have.
  fileprivate var json: [UInt8]? {
    switch self {
    case .value(let value): value.json.map(Array.init)
    case .json(let text, let node): Array(text.bytes[text[node].range])
    }
  }

  /// Returns whether the part has a member that a new form lacks.
  fileprivate func hasMembers(beyond new: Self) -> Bool {
    if let members, let others = new.members {
      var byName: [String: Self]?
      for (index, member) in members.enumerated() {
        var other = others.indices.contains(index) && others[index].name == member.name ? others[index].part : nil
        if other == nil {
          byName = byName ?? Dictionary(others) { $1 }
          other = byName?[member.name]
        }
        guard let other, !member.part.hasMembers(beyond: other) else { return true }
      }
    } else if let elements, let others = new.elements, let last = others.last {
      return elements.enumerated().contains { index, element in
        element.hasMembers(beyond: others.indices.contains(index) ? others[index] : last)
      }
    }
    return false
  }

  /// Returns the members that the encoding of the value lacks, with the path of the object and the names that belong there.
  func unknownMembers(encoding known: Self, in path: String) -> [UnknownMember] {
    if let members, let others = known.members {
      let byName = Dictionary(others) { $1 }
      return members.sorted { $0.name < $1.name }.flatMap { name, part in
        byName[name].map { part.unknownMembers(encoding: $0, in: "\(path).\(name)") }
          ?? [UnknownMember(object: path, name: name, known: Set(byName.keys))]
      }
    }
    guard let elements, let others = known.elements, elements.count == others.count else { return [] }
    return zip(elements, others).enumerated().flatMap { $1.0.unknownMembers(encoding: $1.1, in: "\(path)[\($0)]") }
  }

  /// Appends the JSON of a new form, with those members of this one that the encoding of its value lacks.
  fileprivate func append(_ new: Self, encoding known: Self, to json: inout [UInt8]) {
    if let members, let known = known.members, let new = new.members {
      let (stored, old) = (Dictionary(members) { $1 }, Dictionary(known) { $1 })
      let names = Set(new.map(\.name))
      var unknown = stored.filter { old[$0.key] == nil && !names.contains($0.key) }
        .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }[...]
      json.append(UInt8(ascii: "{"))
      var isFirst = true
      func append(_ name: String, to json: inout [UInt8]) {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        json += PropertyListValue.string(name).json.map(Array.init) ?? []
        json.append(UInt8(ascii: ":"))
      }
      func appendUnknown(before name: String?, to json: inout [UInt8]) {
        while let (next, part) = unknown.first, name.map({ next.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true {
          unknown.removeFirst()
          guard let text = part.json else { continue }
          append(next, to: &json)
          json += text
        }
      }
      for (name, part) in new {
        appendUnknown(before: name, to: &json)
        append(name, to: &json)
        if let stored = stored[name], let old = old[name] {
          stored.append(part, encoding: old, to: &json)
        } else {
          json += part.json ?? []
        }
      }
      appendUnknown(before: nil, to: &json)
      json.append(UInt8(ascii: "}"))
    } else if let elements, let known = known.elements, elements.count == known.count, let new = new.elements {
      json.append(UInt8(ascii: "["))
      let places = counterparts(of: new.map(\.json), in: known.map(\.json))
      for (index, part) in new.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        if let place = places[index] {
          elements[place].append(part, encoding: known[place], to: &json)
        } else {
          json += part.json ?? []
        }
      }
      json.append(UInt8(ascii: "]"))
    } else {
      json += new.json ?? []
    }
  }
}

/// A member of a stored object that the type of the value does not have.
package struct UnknownMember: Sendable {
  /// The path of the object.
  package let object: String
  package let name: String
  /// The names of the members that the type has.
  package let known: Set<String>

  package init(object: String, name: String, known: Set<String>) {
    (self.object, self.name, self.known) = (object, name, known)
  }

  package var path: String { "\(object).\(name)" }
}

extension PropertyListValue {
  /// Returns whether the form has a member that a new one lacks, at any depth.
  ///
  /// Elements of lists are compared with those at the same place, which may be others.
  func hasMembers(beyond new: Self) -> Bool {
    switch (self, new) {
    case (.dictionary(let members), .dictionary(let others)):
      members.contains { name, value in others[name].map(value.hasMembers) ?? true }
    case (.array(let elements), .array(let others)):
      elements.enumerated().contains { index, element in
        guard let last = others.last else { return false }
        return element.hasMembers(beyond: others.indices.contains(index) ? others[index] : last)
      }
    default:
      mayHaveMembers && new.mayHaveMembers && self != new && FormPart(self).hasMembers(beyond: FormPart(new))
    }
  }

  /// Whether the form is an object around a value, as Boutique stores it.
  var isWrapper: Bool { FormPart(self).members.map { $0.count == 1 && $0[0].name == "value" } ?? false }

  /// Returns the form without the members that the encoding of its value lacks.
  func restricted(to known: FormPart) -> Self {
    switch self {
    case .dictionary(let members):
      guard let others = known.members else { return self }
      let byName = Dictionary(others) { $1 }
      return .dictionary(members.reduce(into: [:]) { $0[$1.key] = byName[$1.key].map($1.value.restricted) })
    case .array(let elements):
      guard let others = known.elements, others.count == elements.count else { return self }
      return .array(zip(elements, others).map { $0.restricted(to: $1) })
    default: return self
    }
  }

  /// Returns a new form with those members of this one that the encoding of its value lacks.
  func keepingMembers(in new: Self, encoding known: Self) -> Self {
    switch (self, known, new) {
    case (.dictionary(let members), .dictionary(let known), .dictionary(var new)):
      for (name, member) in members {
        if let known = known[name] {
          if let value = new[name] { new[name] = member.keepingMembers(in: value, encoding: known) }
        } else if new[name] == nil {
          new[name] = member
        }
      }
      return .dictionary(new)
    case (.array(let elements), .array(let known), .array(let new)) where elements.count == known.count:
      let places = counterparts(of: new, in: known)
      return .array(
        zip(new, places).map { value, place in
          place.map { elements[$0].keepingMembers(in: value, encoding: known[$0]) } ?? value
        }
      )
    default:
      guard case .json = FormPart(new), case .json = FormPart(known) else { return new }
      var json: [UInt8] = []
      FormPart(self).append(FormPart(new), encoding: FormPart(known), to: &json)
      if case .string = new { return .string(String(decoding: json, as: UTF8.self)) }
      return .data(Data(json))
    }
  }
}
