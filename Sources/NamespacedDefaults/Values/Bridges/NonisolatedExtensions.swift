/// A type in whose extensions other modules declare values that any thread may use.
///
/// Where a module isolates its declarations to the main actor by default, Swift spares the extensions of a type that
/// conforms to a protocol that is `Sendable`. It is not enough that the type itself is `Sendable`.
public protocol _NonisolatedExtensions: Sendable {}
