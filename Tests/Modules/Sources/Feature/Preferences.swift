// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import NamespacedDefaults

/// A type that the other module has, too.
public struct Preferences: BoolDefaultSettable {
  public enum BoolKey: String { case isEnabled }
}

/// A type with two keys of one name.
public struct Ambiguous: BoolDefaultSettable, IntegerDefaultSettable {
  public enum BoolKey: String { case size }
  public enum IntegerKey: String { case size }
}
