// What one writes in ten minutes: a protocol extension that joins the names and asks `UserDefaults`.
import Foundation

/// A type whose name is a namespace.
public protocol NaiveNamespace {}

/// Lets a type store Bools in `UserDefaults`.
public protocol NaiveBoolSettable: NaiveNamespace {
  /// The keys.
  associatedtype BoolKey: RawRepresentable<String>
}

extension NaiveBoolSettable {
  /// The stored value.
  public static func bool(forKey key: BoolKey) -> Bool {
    UserDefaults.standard.bool(forKey: namespaced(key))
  }

  /// Stores a value.
  public static func set(_ value: Bool, forKey key: BoolKey) {
    UserDefaults.standard.set(value, forKey: namespaced(key))
  }
}

extension NaiveNamespace {
  static func namespaced(_ key: some RawRepresentable<String>) -> String {
    "\(Self.self).\(key.rawValue)"
  }
}
