extension FileStore {
  /// A place for named stores.
  ///
  /// On iOS, visionOS and watchOS every place but ``systemConfig`` is the program's `Library/Application Support`, and
  /// on tvOS, which keeps nothing else, `Library/Caches`.
  public struct Place: Hashable, Sendable {
    fileprivate let name: String
    /// The variables that name its directory, of which the first one counts that is set.
    fileprivate let variables: [String]
    /// Its directory in the home directory; `nil` for a place of all users.
    fileprivate let inHome: String?

    /// The user's configuration: `$XDG_CONFIG_HOME`, or `$CONFIGURATION_DIRECTORY` in a systemd service, or `~/.config`.
    public static let config = Place(
      name: "config",
      variables: ["XDG_CONFIG_HOME", "CONFIGURATION_DIRECTORY"],
      inHome: ".config"
    )
    /// Data that survives restarts and is not worth moving to another machine: `$XDG_STATE_HOME`, or `$STATE_DIRECTORY`
    /// in a systemd service, or `~/.local/state`.
    public static let state = Place(
      name: "state",
      variables: ["XDG_STATE_HOME", "STATE_DIRECTORY"],
      inHome: ".local/state"
    )
    /// The user's data: `$XDG_DATA_HOME` or `~/.local/share`.
    public static let data = Place(name: "data", variables: ["XDG_DATA_HOME"], inHome: ".local/share")
    /// The configuration for all users: the first directory of `$XDG_CONFIG_DIRS`, or `/etc/xdg`.
    public static let systemConfig = Place(name: "systemConfig", variables: ["XDG_CONFIG_DIRS"], inHome: nil)
  }

  /// Returns the directory of a place, by the XDG Base Directory Specification, version 0.8.
  ///
  /// A variable counts if it holds an absolute path. `XDG_CONFIG_DIRS` and the variables of systemd are lists with `:`
  /// between the paths, of which the first one counts. `~` is `$HOME`, or the home directory in the user database if
  /// `HOME` is not set. A process with the rights of another user, as from a set-uid program, ignores the environment.
  /// Root ignores variables that name a directory of another user, so that it leaves nothing there that the user cannot
  /// use.
  ///
  /// In a process whose tests are isolated, each place is a temporary directory of the process, which is removed when the
  /// process exits, unless it is killed.
  ///
  /// - Parameter place: The place.
  /// - Returns: The path of the directory, which may not exist yet.
  /// - Throws: ``DefaultsError/Code/noHomeDirectory`` if there is no variable and no home directory, or if `HOME` is a
  ///   relative path or not UTF-8.
  public static func directory(of place: Place) throws -> String { try directory(of: place) { _ in } }

  /// Returns the directory of a place, and passes on the variables that root ignores.
  package static func directory(of place: Place, _ ignore: (UntrustedVariable) -> Void) throws -> String {
    if let directory = try IsolatedPlaces.directory() { return "\(directory)/\(place.name)" }
    return try StoreLocation.directory(
      of: place,
      environment: { (name) throws(DefaultsError) in
        guard let value = try environmentVariable(name) else { return nil }
        let path = StoreLocation.path(in: value, of: name)
        guard path.hasPrefix("/"), let ignored = UntrustedVariable(name, path) else { return value }
        ignore(ignored)
        return nil
      },
      home: { () throws(DefaultsError) in try homeDirectory(ignore) }
    )
  }
}

/// Where stores are.
package enum StoreLocation {
  static func directory(
    of place: FileStore.Place,
    environment: (String) throws(DefaultsError) -> String?,
    home: () throws(DefaultsError) -> String
  ) throws(DefaultsError) -> String {
    for variable in place.variables {
      // The specification has relative paths ignored.
      if let value = try environment(variable), case let path = path(in: value, of: variable), path.hasPrefix("/") {
        return path
      }
    }
    guard let inHome = place.inHome else { return "/etc/xdg" }
    let home = try home()
    return (home == "/" ? "" : home) + "/" + (onlyDirectoryInHome ?? inHome)
  }

  private static let lists: Set = ["XDG_CONFIG_DIRS", "CONFIGURATION_DIRECTORY", "STATE_DIRECTORY"]

  /// Returns the path that a variable names, the first one of a list.
  fileprivate static func path(in value: String, of variable: String) -> String {
    lists.contains(variable) ? value.split(separator: ":").first.map(String.init) ?? "" : value
  }

  /// The directory of all places in a home where a program has only one.
  private static var onlyDirectoryInHome: String? {
    #if os(tvOS)
      return "Library/Caches"
    #elseif os(iOS) || os(visionOS) || os(watchOS)
      return "Library/Application Support"
    #else
      return nil
    #endif
  }

  /// Returns the path of a named store.
  ///
  /// - Throws: ``DefaultsError/Code/invalidStoreName`` for a name that could lead out of the directory.
  package static func path(
    forName name: String,
    in directory: String,
    extension: String = "defaults"
  ) throws(DefaultsError) -> String {
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    guard components.allSatisfy({ !["", ".", ".."].contains($0) }), !name.utf8.contains(0) else {
      throw .invalidStoreName(name)
    }
    return "\(directory)/\(name).\(`extension`)"
  }
}
