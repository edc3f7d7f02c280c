package import NamespacedDefaultsFoundation

/// Where a value stands, for people who look for it.
package struct ValuePlace: Sendable {
  /// The path of a file, with line and column where it has lines, or the name of a variable.
  package let words: String
  /// The path of the file; `nil` if the value is in none.
  package let file: String?
  private let wordsOfPart: (@Sendable ([any CodingKey]) -> String?)?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - file: The path of the file in which it stays until someone changes it; `nil` if the value is not stored.
  ///   - wordsOfPart: Returns the words for a part of the value, if it has a place of its own.
  package init(_ words: String, in file: String?, wordsOfPart: (@Sendable ([any CodingKey]) -> String?)? = nil) {
    (self.words, self.file, self.wordsOfPart) = (words, file, wordsOfPart)
  }

  /// Whether it stays there until someone changes it.
  package var isStored: Bool { file != nil }

  /// Returns the words for a part of the value.
  package func words(at path: [any CodingKey]) -> String { wordsOfPart?(path) ?? words }
}

/// One of the stores that are searched for a value.
package struct SearchedStore: Sendable {
  package let store: any DefaultsStore
  /// The name of the layer; `nil` for a store that is no layer.
  package let layer: String?
  /// What is to be known of the values there, such as that they are mandatory.
  package let access: String?
  /// Whether what is there has no effect, because a layer beneath makes the name mandatory.
  package var isOverridden = false

  package init(_ store: any DefaultsStore, layer: String? = nil, access: String? = nil) {
    (self.store, self.layer, self.access) = (store, layer, access)
  }
}

/// A store that reports where a value stands.
package protocol PlaceReporting: DefaultsStore {
  /// Returns where the value of a name stands; `nil` if the store has none.
  func place(ofValueForKey name: String) -> ValuePlace?

  /// Returns where the value of a key stands, under whichever of its names.
  func place(ofValueOf names: KeyName) -> ValuePlace?

  /// Returns the variable of the environment that gives a name its value; `nil` if none can.
  func variableName(forKey name: String) -> String?

  /// Returns where a person gives a name its value: the variable, or the path of the file; `nil` if that is not known.
  func placeToGive(_ name: String) -> String?

  /// The path of the file or the directory where the values are; `nil` if there is none.
  var filePath: String? { get }

  /// Returns the stores that are searched for the value of a key, in that order; the store itself by default.
  func searched(for names: KeyName) -> [SearchedStore]

  /// The stores where people write what this one shows; the store itself by default.
  var sources: [any PlaceReporting] { get }

  /// Returns what is written there, each name as it is spelled there, with its place.
  func writtenNames() throws -> [String: String]

  /// Returns the bytes of the file of which a value of a key is the text; `nil` if it is not that of a whole file.
  func bytes(ofText text: String, of names: KeyName) -> Data?

  /// Returns a sentence for each pattern of the store that fits none of some names, and nothing that it holds.
  func unmatchedPatterns(among names: Set<String>) -> [String]
}

extension PlaceReporting {
  package func place(ofValueOf names: KeyName) -> ValuePlace? {
    names.all.lazy.compactMap(place(ofValueForKey:)).first
  }

  package func variableName(forKey name: String) -> String? { nil }

  package func placeToGive(_ name: String) -> String? { variableName(forKey: name) }

  package var filePath: String? { nil }

  package func searched(for names: KeyName) -> [SearchedStore] { [SearchedStore(self)] }

  package var sources: [any PlaceReporting] { [self] }

  package func writtenNames() throws -> [String: String] {
    try keys().reduce(into: [:]) { $0[$1] = place(ofValueForKey: $1)?.words ?? label }
  }

  package func bytes(ofText text: String, of names: KeyName) -> Data? { nil }

  package func unmatchedPatterns(among names: Set<String>) -> [String] { [] }
}

extension DefaultsStore {
  /// Returns the problem of a value of the store, which says where that stands.
  func problem(
    _ kind: DefaultsProblem.Kind,
    of names: KeyName,
    error: any Error,
    form: PropertyListValue?
  ) -> DefaultsProblem {
    var problem = context.problems.problem(kind, key: names.current, error: error, form: form)
    if kind == .undecodableValue, form != nil, context.view?.isLayered == true {
      problem.consequence = "the value of the next layer, or the default, is used"
    }
    // What the program has registered stands in no file.
    if let form, registeredValue(forKey: names.current) == form, (try? value(forKey: names.current)) == nil {
      (problem.leavesStoredValue, problem.place) = (false, nil)
    } else if self is any PlaceReporting {
      let path = (error as? DefaultsError)?.misfit?.path ?? []
      problem.place = { [self] in place(of: names).map { ($0.words(at: path), $0.isStored) } }
    }
    return problem
  }

  /// Returns the value that the program has registered for a name.
  package func registeredValue(forKey name: String) -> PropertyListValue? {
    context.registered.withLock { $0[name] }
  }

  /// Returns where the value of a key stands; `nil` if the store does not report it.
  package func place(of names: KeyName) -> ValuePlace? { (self as? any PlaceReporting)?.place(ofValueOf: names) }
}
