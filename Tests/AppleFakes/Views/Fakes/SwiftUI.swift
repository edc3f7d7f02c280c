// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public, because the sources have public declarations with these types.
import Foundation

/// A transaction, which stands for the animation of a change.
public struct Transaction: Sendable, Equatable {
  var animation: String?

  /// The one in which a body runs.
  @TaskLocal static var current = Transaction()
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try Transaction.$current.withValue(transaction, operation: body)
}

@propertyWrapper
public struct Binding<Value> {
  let get: () -> Value
  let set: (Value, Transaction) -> Void

  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value, Transaction) -> Void) {
    (self.get, self.set) = (get, set)
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue, Transaction.current) }
  }

  func animated(by animation: String) -> (Value) -> Void { { set($0, Transaction(animation: animation)) } }
}

public protocol DynamicProperty {}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  var isDark = false

  /// Those of the view whose body runs.
  nonisolated(unsafe) static var ofView = EnvironmentValues()  // one test at a time sets them

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)].map { $0 as! Key.Value } ?? Key.defaultValue }  // set below
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  let path: KeyPath<EnvironmentValues, Value>

  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

  public var wrappedValue: Value { EnvironmentValues.ofView[keyPath: path] }
}

public protocol View {
  /// Runs the view's body, in the environment that is there.
  func render()
}

extension View {
  public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
    WithEnvironment(content: self) { $0[keyPath: path] = value }
  }
}

private struct WithEnvironment<Content: View>: View {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func render() {
    let outer = EnvironmentValues.ofView
    defer { EnvironmentValues.ofView = outer }
    change(&EnvironmentValues.ofView)
    content.render()
  }
}

@resultBuilder
public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct LocalizedStringKey: ExpressibleByStringLiteral {
  let key: String

  public init(stringLiteral value: String) { key = value }
}

public struct Text: View {
  let text: String
  let isLocalized: Bool

  public func render() {}
}

public struct Toggle<Label: View>: View {
  let isOn: Binding<Bool>
  let label: Label

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { (self.isOn, self.label) = (isOn, label()) }

  public func render() {}
}

extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    (self.isOn, label) = (isOn, Text(text: titleKey.key, isLocalized: true))
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    (self.isOn, label) = (isOn, Text(text: String(title), isLocalized: false))
  }
}

/// A color: one of Core Graphics, one of UIKit, or one that adapts, which has no components of its own.
///
/// `@unchecked Sendable`: nothing changes.
public struct Color: Equatable, @unchecked Sendable {
  public struct Resolved: Codable, Hashable, Sendable {
    var red: Float
    var green: Float
    var blue: Float
    var opacity: Float
  }

  let cgColor: CGColor?
  var uiColor: UIColor?
  var light: Resolved?
  var dark: Resolved?

  init(cgColor: CGColor) { self.cgColor = cgColor }
  init(uiColor: UIColor) { (cgColor, self.uiColor) = (nil, uiColor) }
  init(light: Resolved, dark: Resolved) { (cgColor, self.light, self.dark) = (nil, light, dark) }

  func resolve(in environment: EnvironmentValues) -> Resolved {
    (environment.isDark ? dark : light) ?? Resolved(red: 0.125, green: 0.25, blue: 0.5, opacity: 1)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.cgColor?.components == right.cgColor?.components
      && left.cgColor?.colorSpace?.name == right.cgColor?.colorSpace?.name
      && left.uiColor === right.uiColor && left.light == right.light && left.dark == right.dark
  }
}

public final class UIColor: NSObject, NSSecureCoding, @unchecked Sendable {
  public static var supportsSecureCoding: Bool { true }

  public override init() {}
  public init?(coder: NSCoder) {}
  public func encode(with coder: NSCoder) {}
}
