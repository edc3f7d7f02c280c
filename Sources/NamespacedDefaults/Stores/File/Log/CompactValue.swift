/// A stored value in memory, which takes a small multiple of the bytes that it has in the file.
///
/// A decoded array takes up to 24 times its bytes. So a large array or dictionary is kept as its bytes, and decoded at
/// each access. Most accesses are answered from the cache of a key, which holds what the program uses.
struct CompactValue: Equatable {
  private enum Form {
    case decoded(PropertyListValue)
    case encoded([UInt8])
  }

  /// The number of bytes above which a value is kept encoded.
  static let limit = 16 << 10

  private let form: Form

  /// Creates a value that the program has stored.
  ///
  /// - Parameters:
  ///   - value: The value, which the file format can hold.
  ///   - size: The size of its record in bytes.
  init(_ value: PropertyListValue, size: Int) {
    guard size > Self.limit, value.isCollection else {
      form = .decoded(value)
      return
    }
    var bytes = ByteBuffer(capacity: size)
    form = ValueFormat.append(value, to: &bytes) ? .encoded(bytes.array) : .decoded(value)
  }

  /// Creates a value by reading its bytes; `nil` if ``ValueFormat`` does not write such bytes.
  init?(_ reader: inout ValueReader) {
    if reader.remaining > Self.limit, reader.isAtCollection {
      guard let bytes = reader.skipValue() else { return nil }
      form = .encoded(Array(bytes))
    } else {
      guard let value = reader.value() else { return nil }
      form = .decoded(value)
    }
  }

  /// The value itself.
  var decoded: PropertyListValue {
    switch form {
    case .decoded(let value): return value
    case .encoded(let bytes):
      guard
        let value = bytes.withUnsafeBytes({ bytes in
          var reader = ValueReader(bytes)
          return reader.value()
        })
      else {
        preconditionFailure("The bytes were checked when they were read, or come from a value.")
      }
      return value
    }
  }

  /// Appends the value's bytes.
  ///
  /// - Returns: Whether the value nests no deeper than the format allows.
  func append(to bytes: inout ByteBuffer) -> Bool {
    switch form {
    case .decoded(let value): return ValueFormat.append(value, to: &bytes)
    case .encoded(let own):
      own.withUnsafeBytes { bytes.append($0) }
      return true
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    // Most large values that are equal are so byte for byte; the keys of a dictionary have no order.
    if case .encoded(let left) = left.form, case .encoded(let right) = right.form, left == right { return true }
    return left.decoded == right.decoded
  }
}

extension PropertyListValue {
  fileprivate var isCollection: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }
}
