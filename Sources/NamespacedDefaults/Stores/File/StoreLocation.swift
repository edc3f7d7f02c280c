/// Where stores lie.
enum StoreLocation {
  /// The directory of a user's settings, after the XDG Base Directory Specification, version 0.8.
  static func configurationDirectory(environment: (String) -> String?) throws(DefaultsError) -> String {
    // The specification has a relative path ignored.
    if let directory = environment("XDG_CONFIG_HOME"), directory.hasPrefix("/") { return directory }
    guard let home = environment("HOME"), !home.isEmpty else { throw .noHomeDirectory }
    return home.hasSuffix("/") ? home + ".config" : home + "/.config"
  }

  /// The path of a named store.
  static func path(forName name: String, in directory: String) throws(DefaultsError) -> String {
    guard !name.isEmpty, name != ".", !name.contains(".."),
      !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
    else { throw .invalidStoreName(name) }
    return directory + "/" + name + ".defaults"
  }
}
