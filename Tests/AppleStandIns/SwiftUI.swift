// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of SwiftUI.

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}

  public var wrappedValue: Value {
    get { fatalError("a stand-in is never run") }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    fatalError("a stand-in is never run")
  }
}

extension Binding: @unchecked Sendable where Value: Sendable {}  // it holds nothing
