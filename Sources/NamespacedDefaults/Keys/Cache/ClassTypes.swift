/// Returns whether the values of a type are objects of a class, or collections of such objects.
func consistsOfObjects(_ type: Any.Type) -> Bool {
  type is AnyObject.Type || (type as? any Collecting.Type)?.consistsOfObjects == true
}

private protocol Collecting {
  static var consistsOfObjects: Bool { get }
}

extension Optional: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Wrapped.self) }
}

extension Array: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Element.self) }
}

extension Set: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Element.self) }
}

extension Dictionary: Collecting {
  fileprivate static var consistsOfObjects: Bool { NamespacedDefaults.consistsOfObjects(Value.self) }
}
