/// The declarations that have used each name of a store.
///
/// With it the library finds two declarations that share one name. It records a limited number of names, because the
/// namespaces of instances may be as many as a program has users.
final class KeyRegistry: Sendable {
  private static let limit = 10_000

  private let declarations = Guarded([String: [KeyDeclaration]]())
  private let owners = Guarded([String: [Any.Type]]())
  #if DEBUG
    private let defaults = Guarded([String: [Default]]())
    private let files = Guarded([String: [File]]())
  #endif

  /// The use of a name by a declaration.
  enum Use: Equatable {
    /// It was recorded before.
    case recorded
    /// It is the first of its declaration.
    ///
    /// - Parameter other: The declaration that used the name first, if that is another one.
    case new(beside: KeyDeclaration?)
  }

  /// Records that a declaration uses a name.
  func record(_ declaration: KeyDeclaration, forName name: String) -> Use {
    declarations.withLock { declarations in
      guard let known = declarations[name] else {
        if declarations.count < Self.limit { declarations[name] = [declaration] }
        return .new(beside: nil)
      }
      if known.contains(where: { $0.isIdentical(to: declaration) }) { return .recorded }
      declarations[name] = known + [declaration]
      return .new(beside: known.contains(declaration) ? nil : known.first)
    }
  }

  /// Records that a type uses a namespace.
  ///
  /// - Returns: The type that used the namespace first, if this is a different one and was not recorded before.
  func record(_ owner: Any.Type, asOwnerOf namespace: String) -> Any.Type? {
    owners.withLock { owners in
      let known = owners[namespace] ?? []
      guard !known.contains(where: { $0 == owner }), !known.isEmpty || owners.count < Self.limit else { return nil }
      owners[namespace] = known + [owner]
      return known.first
    }
  }

  /// Returns the types that have used a namespace.
  func owners(ofNamespace namespace: String) -> [Any.Type] { owners.withLock { $0[namespace] ?? [] } }

  /// Returns the types whose keys have used a name.
  func owners(ofName name: String) -> [Any.Type] { declarations.withLock { $0[name] ?? [] }.compactMap(\.owner) }
}

#if DEBUG
  extension KeyRegistry {
    /// The default values that typed keys of one name and type were declared with.
    private struct Default {
      let type: Any.Type
      let first: PropertyListValue?
    }

    /// A file that declares typed keys of one name and type.
    private struct File {
      let type: Any.Type
      let source: SourceFile
    }

    /// Records that a file declares a typed key.
    ///
    /// - Returns: The file that declared it first, if that is another one and this one was not recorded before.
    func record(_ source: SourceFile, of type: Any.Type, forName name: String) -> SourceFile? {
      files.withLock { files in
        let known = (files[name] ?? []).filter { $0.type == type }
        guard !known.contains(where: { $0.source == source }), files[name] != nil || files.count < Self.limit else {
          return nil
        }
        files[name, default: []].append(File(type: type, source: source))
        return known.first?.source
      }
    }

    enum DefaultUse { case isNew, isRecorded, differs }

    /// Records the stored form of a key's default value, and returns whether it differs from the first one.
    func record(default form: PropertyListValue?, of type: Any.Type, forName name: String) -> DefaultUse {
      defaults.withLock { defaults in
        guard let index = defaults[name]?.firstIndex(where: { $0.type == type }) else {
          if defaults.count < Self.limit { defaults[name, default: []].append(Default(type: type, first: form)) }
          return .isNew
        }
        return defaults[name]?[index].first == form ? .isRecorded : .differs
      }
    }
  }
#endif

/// A declaration that uses a stored name.
enum KeyDeclaration: Sendable, Equatable {
  /// A key of a settable type: the type that gives the namespace, and the key enum.
  case settable(owner: Any.Type, keys: Any.Type)
  /// A typed key: its value type, the type that gives the namespace, if one does, and the file that declares it.
  case typedKey(Any.Type, owner: Any.Type? = nil, file: SourceFile = SourceFile(""))
  /// A key of another name, for which this one is the previous name.
  case renamed(to: String)

  /// Returns whether another declaration has the same types, that of the namespace too.
  func isIdentical(to other: Self) -> Bool { self == other && owner == other.owner }

  /// The type that gives the namespace, if one does.
  var owner: Any.Type? {
    switch self {
    case .settable(let owner, _): owner
    case .typedKey(_, let owner, _): owner
    case .renamed: nil
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    // A subclass has the key enum of its superclass.
    case (.settable(_, let keys), .settable(_, let otherKeys)): keys == otherKeys
    case (.typedKey(let value, _, _), .typedKey(let otherValue, _, _)): value == otherValue
    case (.renamed(let name), .renamed(let otherName)): name == otherName
    default: false
    }
  }
}

/// The module and file that declare a typed key, which only debug builds record.
struct SourceFile: Sendable, Equatable {
  #if DEBUG
    let id: String

    init(_ id: String) { self.id = id }
  #else
    init(_ id: String) {}
  #endif
}
