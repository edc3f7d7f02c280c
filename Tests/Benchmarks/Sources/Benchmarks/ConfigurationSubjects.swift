import Configuration

/// swift-configuration over values in memory.
enum ConfigurationSubjects {
  static func all(keys: Int) -> [Subject] {
    let provider = MutableInMemoryProvider(initialValues: [
      ["Account", "isUserLoggedIn"]: true, ["Account", "loginCount"]: 42,
      ["Account", "motto"]: .init(stringLiteral: Sample.string),
    ])
    let reader = ConfigReader(provider: provider)
    let (bool, integer, string): (ConfigKey, ConfigKey, ConfigKey) = (
      ["Account", "isUserLoggedIn"], ["Account", "loginCount"], ["Account", "motto"]
    )
    let written: AbsoluteConfigKey = ["Account", "wasSeen"]
    let promise = "layers of sources, memory, any thread; the key is made once"
    let readBool = Subject(.readBool, "swift-configuration", promise, keys: keys) {
      for _ in 0..<$0 { blackHole(reader.bool(forKey: bool, default: false)) }
    }
    return [
      readBool, readBool.onTwoThreads(),
      Subject(.readInt, "swift-configuration", promise, keys: keys) {
        for _ in 0..<$0 { blackHole(reader.int(forKey: integer, default: 0)) }
      },
      Subject(.readString, "swift-configuration", promise, keys: keys) {
        for _ in 0..<$0 { blackHole(reader.string(forKey: string)) }
      },
      Subject(.set, "swift-configuration", promise, keys: keys) {
        for index in 0..<$0 { provider.setValue(index & 1 == 0 ? true : false, forKey: written) }
      },
    ]
  }
}
