#if UserDefaults
  // The whole of Foundation, because its essentials have no `CGFloat`.
  public import Foundation

  extension CGFloat: DefaultsSerializable {
    /// Returns the number as a double.
    public func propertyListValue() -> PropertyListValue? { .double(Double(self)) }

    /// Returns a stored number, a numeric string, or a Boolean value as 1 or 0, as a `Double` is read.
    public static func value(fromPropertyList stored: PropertyListValue) throws -> CGFloat {
      CGFloat(try stored.readFloatingPoint(Double.self))
    }
  }
#endif
