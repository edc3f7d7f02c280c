// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of the unified logging system.

public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func fault(_ message: OSLogMessage) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: OSLogInterpolation) {}
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String,
    privacy: OSLogPrivacy = .auto
  ) {}
}

public struct OSLogPrivacy: Sendable {
  public static var auto: Self { Self() }
  public static var `public`: Self { Self() }
  public static var `private`: Self { Self() }
}
