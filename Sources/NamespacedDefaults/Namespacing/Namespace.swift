// A namespace and a raw value make a stored name. Names are compared byte by byte, because a raw value may begin with a
// combining mark, which forms one Character with the dot before it.

extension String {
  /// Creates the stored name of a raw value in a namespace.
  init(namespace: String, rawValue: String) {
    self = "\(namespace).\(rawValue)"
  }

  /// Returns whether the stored name is in a namespace.
  func isName(in namespace: String) -> Bool {
    utf8.starts(with: namespace.utf8) && utf8.dropFirst(namespace.utf8.count).first == UInt8(ascii: ".")
  }

  /// Returns the part of a stored name after the namespace and its dot.
  func rawValue(in namespace: String) -> String {
    String(decoding: utf8.dropFirst(namespace.utf8.count + 1), as: UTF8.self)
  }
}
