/// The paths of named stores.
enum StoreLocation {
  /// Returns the directory of a user's settings, as the XDG Base Directory Specification 0.8 defines it.
  static func configurationDirectory(environment: (String) -> String?) throws(DefaultsError) -> String {
    // The specification says that a relative path is ignored.
    if let directory = environment("XDG_CONFIG_HOME"), directory.hasPrefix("/") { return directory }
    guard let home = environment("HOME"), !home.isEmpty else { throw .noHomeDirectory }
    return home.hasSuffix("/") ? home + ".config" : home + "/.config"
  }

  /// Returns the path of a named store.
  static func path(forName name: String, in directory: String) throws(DefaultsError) -> String {
    guard !name.isEmpty, name != ".", !name.contains(".."),
      !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
    else { throw .invalidStoreName(name) }
    return directory + "/" + name + ".defaults"
  }
}
