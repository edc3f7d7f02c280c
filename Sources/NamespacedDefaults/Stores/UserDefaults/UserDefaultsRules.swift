#if UserDefaults
  import Foundation

  /// What a platform refuses to store in `UserDefaults` or ignores without an error, checked before a write.
  struct UserDefaultsRules: Sendable {
    /// The size from which a value is invalid; `nil` if there is no such size.
    var valueLimit: Int?
    /// The size of all values from which the system ends the process; `nil` if there is no such size.
    var totalLimit: Int?
    /// Returns whether an administrator has set the value of a name, so that a write changes nothing.
    ///
    /// The last argument is the name of a suite or an app group. It is `nil` for the program's own settings, and if it is
    /// unknown; then the system answers for the program's own.
    var isManaged: @Sendable (UserDefaults, String, _ suite: String?) -> Bool = { defaults, name, suite in
      if let suite {
        defaults.objectIsForced(forKey: name, inDomain: suite)
      } else {
        defaults.objectIsForced(forKey: name)
      }
    }
    /// Returns whether the program is entitled to an app group, as far as the platform reports it.
    var hasAppGroup: @Sendable (String) -> Bool = { _ in true }

    #if os(tvOS)
      static let ofPlatform = Self(valueLimit: nil, totalLimit: 1 << 20, hasAppGroup: hasContainer)
    #elseif os(iOS) || os(watchOS) || os(visionOS)
      static let ofPlatform = Self(valueLimit: 4 << 20, totalLimit: nil, hasAppGroup: hasContainer)
    #else
      // macOS names a container for every group. To open it would show more, but may make the system ask the user.
      static let ofPlatform = Self(valueLimit: nil, totalLimit: nil)
    #endif

    #if canImport(Darwin)
      @Sendable static func hasContainer(_ group: String) -> Bool {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) != nil
      }
    #endif

    /// Throws an error if a suite is an app group to which the program is not entitled.
    ///
    /// Otherwise `UserDefaults` would give it a private suite of that name, which no other program sees.
    func checkSuite(_ name: String) throws {
      guard name.hasPrefix("group."), !hasAppGroup(name) else { return }
      throw DefaultsError(
        .invalidStoreName,
        "the program has no app group \(name.debugDescription): add it to the entitlement "
          + "com.apple.security.application-groups of every target that shares it"
      )
    }

    /// Throws an error if the platform would not store changes.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - defaults: The `UserDefaults` that would store them.
    ///   - suite: The name of the suite, or `nil` for the program's own settings or if it is unknown.
    ///   - stored: Returns all stored values; called only where their total is limited.
    /// - Throws: ``DefaultsError/Code/managedValue`` or ``DefaultsError/Code/unencodableValue``.
    func check(
      _ changes: [DefaultsChange],
      in defaults: UserDefaults,
      suite: String?,
      stored: () -> [String: PropertyListValue]
    ) throws {
      for change in changes {
        if isManaged(defaults, change.key, suite) { throw DefaultsError.managedValue(change.key) }
        guard let valueLimit, let size = change.newValue?.approximateSize, size >= valueLimit else { continue }
        throw DefaultsError.notEncodable(
          type: "PropertyListValue",
          reason: "the value takes about \(size) bytes, and UserDefaults holds less than \(valueLimit) here"
        )
      }
      guard let totalLimit, changes.contains(where: { $0.newValue != nil }) else { return }
      var values = stored()
      let before = Self.size(of: values)
      for change in changes { values[change.key] = change.newValue }
      let after = Self.size(of: values)
      guard after >= totalLimit, after > before else { return }
      throw DefaultsError.notEncodable(
        type: "PropertyListValue",
        reason: "all values would take about \(after) bytes, and at \(totalLimit) the system ends the process"
      )
    }

    private static func size(of values: [String: PropertyListValue]) -> Int {
      values.reduce(0) { $0 + $1.key.utf8.count + $1.value.approximateSize }
    }
  }

  extension DefaultsError {
    static func managedValue(_ name: String) -> Self {
      Self(.managedValue, "\(name.debugDescription) is set by the device's administrator; a program cannot change it")
    }
  }
#endif
