import NamespacedDefaults

/// What the objects in the text of a file stand for, as the declarations of the process say.
///
/// | object | is |
/// | --- | --- |
/// | with a member `$value` | a namespace, and the value of its name is that member |
/// | whose name a key has | one value |
/// | in which names of keys begin, or that is the namespace of a type | a namespace |
/// | with both | one value, and the members that other keys have are theirs |
/// | any other | either: nobody says which |
struct JSONObjects {
  private let contents: JSONContents
  private let declared: DeclaredNames
  private var text: JSONText { contents.text }

  init(_ contents: JSONContents, _ declared: DeclaredNames) { (self.contents, self.declared) = (contents, declared) }

  // MARK: Names

  /// The members of all names that are listed, a null included.
  ///
  /// Of an object of which nobody says what it is, one of the file is listed by its members, and one in another object as
  /// one value.
  var members: [Int] {
    var listed: [Int] = []
    func add(_ member: Int, _ name: String) {
      switch role(of: member, named: name) {
      case .value: listed.append(member)
      case .whole: listed += [member] + others(in: member, named: name)
      case .namespace: for part in text.parts(of: member) { add(part, text.storedName(of: part)) }
      case .unknown: if text.isInRoot(member) { listed += text.parts(of: member) } else { listed.append(member) }
      }
    }
    for member in namesInRoot { add(member, text.name(of: member)) }
    return listed
  }

  /// The names that are listed.
  var names: [String] { members.filter { text[$0].kind != .null }.map(text.storedName) }

  /// The outermost objects of which nobody says what they are.
  var unknown: [Int] {
    var unknown: [Int] = []
    func add(_ member: Int) {
      switch role(of: member, named: text.storedName(of: member)) {
      case .value, .whole: break
      case .namespace: for part in text.parts(of: member) { add(part) }
      case .unknown: if !leaves(in: member).isEmpty { unknown.append(member) }
      }
    }
    for member in namesInRoot { add(member) }
    return unknown
  }

  /// Returns the names in an object of which nobody says that it is a value; `nil` for any other name.
  func names(inUnknown name: String) -> [String]? {
    guard let member = contents.member(named: name), isObject(member), !declared.isValue(name) else { return nil }
    let names = leaves(in: member)
    return names.isEmpty ? nil : names
  }

  /// Returns the names of what is in an object and is none.
  func leaves(in object: Int) -> [String] {
    text.parts(of: object).flatMap { part -> [String] in
      if !text.isOwnValue(part), text.isNamespace(part) { return leaves(in: part) }
      return text[part].kind == .null ? [] : [text.storedName(of: part)]
    }
  }

  private var namesInRoot: [Int] { text.root.map { text.parts(of: $0).filter { !text.isSchema($0) } } ?? [] }

  // MARK: Roles

  private enum Role {
    case value
    /// A value in which members are the values of other names.
    case whole
    case namespace
    case unknown
  }

  private func role(of member: Int, named name: String) -> Role {
    guard isObject(member) else { return .value }
    if text.ownValue(of: member) != nil { return .namespace }
    if declared.isValue(name) { return declared.isBeginning(name) ? .whole : .value }
    return declared.isBeginning(name) ? .namespace : .unknown
  }

  /// Returns whether a member is an object that may be a value or a namespace.
  func isObject(_ member: Int) -> Bool { !text.isOwnValue(member) && text.isNamespace(member) }

  /// Returns whether an object, of a name whose key this process has used, would be written as it is.
  ///
  /// Where others begin with the name it would be their namespace too.
  func isPlain(_ name: String) -> Bool { declared.isSetting(name) && !declared.isBeginning(name) }

  func isSetting(_ name: String) -> Bool { declared.isSetting(name) }

  func isBeginning(_ name: String) -> Bool { declared.isBeginning(name) }

  /// Returns the members in the object of a name that other names have.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - name: Its name.
  ///   - value: A new value of that name, which has those members that have its members' names.
  /// - Returns: The members that others have, and the new value has not.
  func others(in object: Int, named name: String, missingIn value: [String: PropertyListValue] = [:]) -> [Int] {
    guard declared.isBeginning(name) else { return [] }
    return text.parts(of: object).flatMap { part -> [Int] in
      let (own, partName) = (value[text.name(of: part)], name + "." + text.name(of: part))
      if declared.isSetting(partName) || declared.isNamespace(partName) { return own == nil ? [part] : [] }
      return isObject(part) ? others(in: part, named: partName, missingIn: own?.dictionary ?? [:]) : []
    }
  }
}
