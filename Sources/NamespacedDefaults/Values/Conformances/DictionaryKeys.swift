// The names that the keys of a dictionary have in its stored form.

/// Returns the name of a key; `nil` if it has none.
func storedName<Key: DefaultsSerializable>(of key: Key) throws -> String? {
  switch try key.propertyListValue() {
  case .string(let text): text
  case .integer(let number): number.description
  case .unsignedInteger(let number): number.description
  case .bool(let flag): flag.description
  // As its own type writes it: the `Float` 0.1 is 0.1, and not the double that it is stored as elsewhere.
  case .double(let number): (key as? any BinaryFloatingPoint & LosslessStringConvertible)?.description ?? "\(number)"
  // A raw value that is JSON too. Names are never JSON, so it needs no other form here.
  case .data: (key as? any RawRepresentable<String>)?.rawValue
  default: nil
  }
}

/// Returns the key of a name.
func decodeKey<Key: DefaultsSerializable>(_ type: Key.Type, named name: String) throws -> Key {
  let form = PropertyListValue.string(name)
  // A key that would have this name is not taken for JSON.
  if form.possibleJSON != nil, let type = type as? any RawRepresentable<String>.Type,
    let key = rawKey(type, named: name) as? Key, try storedName(of: key) == name
  {
    return key
  }
  do {
    return try decodeStored(type, from: form)
  } catch let error as DefaultsError where error.isOfValue {
    let words = "\(expectedWords(for: type, isText: true)) as a name"
    throw DefaultsError(.typeMismatch, Misfit("takes \(words)", at: [MemberName(name)], found: form))
  }
}

private func rawKey<Key: RawRepresentable<String>>(_ type: Key.Type, named name: String) -> Key? {
  Key(rawValue: name)
}
