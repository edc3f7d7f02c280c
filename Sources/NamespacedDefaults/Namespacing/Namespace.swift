// How a namespace and a raw value make a stored name. Byte for byte: a raw value may begin with a mark that, as a
// Character, is one with the dot before it.

extension String {
  /// Creates the stored name of a raw value in a namespace.
  init(namespace: String, rawValue: String) {
    self = "\(namespace).\(rawValue)"
  }

  /// Whether a stored name is one of a namespace.
  func isName(in namespace: String) -> Bool {
    utf8.starts(with: namespace.utf8) && utf8.dropFirst(namespace.utf8.count).first == UInt8(ascii: ".")
  }

  /// Returns what follows the namespace and its dot in a stored name of it.
  func rawValue(in namespace: String) -> String {
    String(decoding: utf8.dropFirst(namespace.utf8.count + 1), as: UTF8.self)
  }
}
