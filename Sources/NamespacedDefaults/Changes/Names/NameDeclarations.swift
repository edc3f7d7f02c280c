/// The declarations that have used a name, by which two that share it are found.
struct NameDeclarations {
  private struct Entry {
    let declaration: KeyDeclaration
    /// The length of the namespace, in bytes; `nil` without one.
    let namespaceLength: Int?
  }

  /// The first of them; a name may be the previous one of many.
  private var entries: [Entry] = []
  private static let limit = 64
  #if DEBUG
    private var defaults: [Default] = []
    private var files: [File] = []
  #endif

  /// The use of a name by a declaration.
  enum Use: Equatable {
    /// It was recorded before.
    case recorded
    /// It is the first of its declaration.
    ///
    /// - Parameter other: The declaration that used the name first, if that is another one.
    case new(beside: KeyDeclaration?)
    /// It is the first in its namespace of a declaration that has used the name in one of another length.
    case newNamespace(otherLength: Int)
  }

  /// Records that a declaration uses the name for a key in a namespace of a length.
  mutating func record(_ declaration: KeyDeclaration, namespaceLength length: Int? = nil) -> Use {
    var other: Int?
    for entry in entries where entry.declaration.isIdentical(to: declaration) {
      if entry.namespaceLength == length { return .recorded }
      other = entry.namespaceLength
    }
    defer {
      if entries.count < Self.limit { entries.append(Entry(declaration: declaration, namespaceLength: length)) }
    }
    if let other { return .newNamespace(otherLength: other) }
    return .new(beside: all.contains(declaration) ? nil : all.first)
  }

  var isEmpty: Bool { entries.isEmpty }

  var all: [KeyDeclaration] { entries.map(\.declaration) }

  /// The namespaces of the keys that have used the name, as which it was current or previous.
  func namespaces(of name: String) -> [String] {
    entries.compactMap { entry in
      entry.namespaceLength.map { (entry.declaration.currentName ?? name).prefix(bytes: $0) }
    }
  }
}

extension String {
  /// Returns the first bytes.
  func prefix(bytes count: Int) -> String { String(decoding: utf8.prefix(count), as: UTF8.self) }
}

#if DEBUG
  extension NameDeclarations {
    /// The default value that typed keys of one type were declared with first.
    private struct Default {
      let type: Any.Type
      let form: PropertyListValue?
    }

    /// A file that declares typed keys of one type.
    private struct File {
      let type: Any.Type
      let source: SourceFile
    }

    /// Records that a file declares a typed key.
    ///
    /// - Returns: The file that declared it first, if that is another one and this one was not recorded before.
    mutating func record(_ source: SourceFile, of type: Any.Type) -> SourceFile? {
      let known = files.filter { $0.type == type }
      guard !known.contains(where: { $0.source == source }) else { return nil }
      files.append(File(type: type, source: source))
      return known.first?.source
    }

    enum DefaultUse { case isNew, isRecorded, differs }

    /// Records the stored form of a key's default value, and returns whether it differs from the first one.
    mutating func record(default form: PropertyListValue?, of type: Any.Type) -> DefaultUse {
      if let first = defaults.first(where: { $0.type == type }) { return first.form == form ? .isRecorded : .differs }
      defaults.append(Default(type: type, form: form))
      return .isNew
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

  /// The current name of the key, for which another one is the previous name.
  var currentName: String? { if case .renamed(let name) = self { name } else { nil } }

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
