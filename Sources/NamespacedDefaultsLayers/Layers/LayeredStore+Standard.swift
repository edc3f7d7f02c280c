import NamespacedDefaults

extension LayeredStore {
  /// Returns the layers that people expect of a program: its environment, the person's JSON file, and the machine's.
  ///
  ///     Defaults.store = try LayeredStore.standard(name: "tool")  // TOOL_…, ~/.config/tool.json, /etc/xdg/tool.json
  ///
  /// The person's file is written. The files are those of `JSONStore(name:)` in the places `config` and `systemConfig`.
  ///
  /// - Parameters:
  ///   - name: The name of the files. Its first part is the prefix of the variables, so that `my-tool/settings` has those that
  ///     begin with `MY_TOOL_`.
  ///   - mandatory: The names that are read from the machine's file, whatever the person and the environment say.
  /// - Returns: The store.
  /// - Throws: The errors of `JSONStore(name:)`: for a wrong name, or a file that cannot be read.
  public static func standard(name: String, mandatory: [String] = []) throws -> LayeredStore {
    LayeredStore([
      Layer(EnvironmentStore(prefix: String(name.prefix { $0 != "/" }))),
      Layer(try JSONStore(name: name)),
      Layer(try JSONStore(name: name, in: .systemConfig), mandatory: mandatory, isReadOnly: true),
    ])
  }
}
