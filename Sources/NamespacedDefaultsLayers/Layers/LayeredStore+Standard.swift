import NamespacedDefaults

extension LayeredStore {
  /// Returns the layers that people expect of a program: its environment, the person's JSON file, and the machine's.
  ///
  /// ```swift
  /// // TOOL_…, ~/.config/tool.json and /etc/xdg/tool.json are its layers.
  /// Defaults.store = try LayeredStore.standard(name: "tool")
  /// ```
  ///
  /// The layers are called `environment`, `person` and `machine`. The person's file is written. The files are those of `JSONStore(name:)` in the places `config` and `systemConfig`.
  ///
  /// A file that cannot be read, or is not JSON, is reported as `failedRead`, with the path, and for JSON with line and column.
  /// Only its own values are missing then; see ``LayeredStore``. When it is mended, it is read. But if names are mandatory,
  /// their values stand in the machine's file alone, so that one must be readable.
  ///
  /// - Parameters:
  ///   - name: The name of the files. Its first part is the prefix of the variables, so that `my-tool/settings` has those that
  ///     begin with `MY_TOOL_`.
  ///   - mandatory: The names that are read from the machine's file, whatever the person and the environment say.
  /// - Returns: The store.
  /// - Throws: The errors of `JSONStore(name:)` for a wrong name and a user without a home, and if names are mandatory, for a
  ///   file of the machine that cannot be read.
  public static func standard(name: String, mandatory: [String] = []) throws -> LayeredStore {
    let machine = try JSONStore(name: name, in: .systemConfig, isRequired: !mandatory.isEmpty)
    return LayeredStore([
      Layer(EnvironmentStore(prefix: String(name.prefix { $0 != "/" })), name: "environment"),
      Layer(try JSONStore(name: name, in: .config, isRequired: false), name: "person"),
      Layer(machine, name: "machine", mandatory: mandatory, isReadOnly: true),
    ])
  }
}
