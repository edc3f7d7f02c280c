package import NamespacedDefaultsFoundation

/// The format of a stored value: a tag, and the bytes that belong to it.
///
/// Numbers are little-endian. Counts are LEB128.
///
///     0  false                          5  string: byte count, UTF-8
///     1  true                           6  date: 8 bytes, IEEE 754, seconds since 2001-01-01 00:00 UTC
///     2  integer: 8 bytes, signed       7  data: byte count, bytes
///     3  integer: 8 bytes, unsigned     8  array: count, values
///     4  double: 8 bytes, IEEE 754      9  dictionary: count, then key (byte count, UTF-8) and value for each
enum ValueFormat {
  /// The largest depth of nested arrays and dictionaries, so that recursion does not exhaust a thread's stack.
  static let maximumDepth = 128

  /// Appends a value's bytes.
  ///
  /// - Returns: Whether the value nests no deeper than ``maximumDepth``. If it nests deeper, remove the appended bytes.
  static func append(_ value: PropertyListValue, to bytes: inout ByteBuffer, depth: Int = 0) -> Bool {
    switch value {
    case .bool(let value):
      bytes.append(value ? 1 : 0)
    case .integer(let value):
      bytes.append(2)
      bytes.append(littleEndian: value)
    case .unsignedInteger(let value):
      bytes.append(3)
      bytes.append(littleEndian: value)
    case .double(let value):
      bytes.append(4)
      bytes.append(littleEndian: value.bitPattern)
    case .string(let value):
      bytes.append(5)
      append(value, to: &bytes)
    case .date(let value):
      bytes.append(6)
      bytes.append(littleEndian: value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value):
      bytes.append(7)
      bytes.append(variableLength: value.count)
      value.withUnsafeBytes { bytes.append($0) }
    case .array(let values):
      guard depth < maximumDepth else { return false }
      bytes.append(8)
      bytes.append(variableLength: values.count)
      for value in values where !append(value, to: &bytes, depth: depth + 1) { return false }
    case .dictionary(let values):
      guard depth < maximumDepth else { return false }
      bytes.append(9)
      bytes.append(variableLength: values.count)
      for (key, value) in values {
        append(key, to: &bytes)
        guard append(value, to: &bytes, depth: depth + 1) else { return false }
      }
    }
    return true
  }

  static func append(_ text: String, to bytes: inout ByteBuffer) {
    text.withBytes {
      bytes.append(variableLength: $0.count)
      bytes.append($0)
    }
  }
}

extension String {
  /// Gives access to the UTF-8 bytes until the closure returns.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // Without a copy of a text that has them, as every text of Swift's own. `withUTF8` would retain it.
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) { return result }
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

extension PropertyListValue {
  /// Returns the bytes of several values, one after the other; `nil` if one of them nests too deep.
  package static func bytes(of values: [PropertyListValue]) -> Data? {
    var bytes = ByteBuffer()
    for value in values where !ValueFormat.append(value, to: &bytes) { return nil }
    return bytes.withBytes { Data($0) }
  }

  /// Returns the values that such bytes hold; `nil` if they are not those of values, and of nothing else.
  package static func values(in bytes: Data) -> [PropertyListValue]? {
    bytes.withUnsafeBytes { bytes in
      var reader = ValueReader(bytes)
      var values: [PropertyListValue] = []
      while reader.remaining > 0 {
        guard let value = reader.value() else { return nil }
        values.append(value)
      }
      return values
    }
  }
}

/// A reader of the bytes that ``ValueFormat`` writes.
///
/// Its methods return `nil` for bytes that ``ValueFormat`` does not write. No memory is allocated for a count that is
/// larger than the number of remaining bytes.
struct ValueReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var index = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count - index }

  @inline(__always)
  mutating func byte() -> UInt8? {
    guard remaining > 0 else { return nil }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func text() -> String? {
    guard let bytes = take(count()) else { return nil }
    var bits: UInt8 = 0
    for byte in bytes { bits |= byte }
    // ASCII is valid. A validation of it would take three times as long as its decoding.
    return bits < 0x80 ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and dictionaries around it.
  ///   - isKept: Whether the value is used. If not, the bytes are checked, but no data and no elements are kept.
  /// - Returns: The value.
  mutating func value(depth: Int = 0, isKept: Bool = true) -> PropertyListValue? {
    switch byte() {
    case 0: .bool(false)
    case 1: .bool(true)
    case 2: number(Int64.self).map { .integer($0) }
    case 3: number(UInt64.self).map { .unsignedInteger($0) }
    case 4: number(UInt64.self).map { .double(Double(bitPattern: $0)) }
    case 5: text().map { .string($0) }
    case 6: number(UInt64.self).map { .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))) }
    case 7: take(count()).map { .data(isKept ? Data($0) : Data()) }
    case 8: array(depth: depth, isKept: isKept)
    case 9: dictionary(depth: depth, isKept: isKept)
    default: nil
    }
  }

  /// Whether the next value is an array or a dictionary.
  var isAtCollection: Bool { remaining > 0 && (bytes[index] == 8 || bytes[index] == 9) }

  /// Reads past a value, and returns its bytes.
  mutating func skipValue() -> UnsafeRawBufferPointer? {
    let start = index
    return value(isKept: false).map { _ in UnsafeRawBufferPointer(rebasing: bytes[start..<index]) }
  }

  private mutating func array(depth: Int, isKept: Bool) -> PropertyListValue? {
    guard depth < ValueFormat.maximumDepth, let count = count(), count <= remaining else { return nil }
    var values: [PropertyListValue] = []
    for _ in 0..<count {
      guard let value = value(depth: depth + 1, isKept: isKept) else { return nil }
      if isKept { values.append(value) }
    }
    return .array(values)
  }

  private mutating func dictionary(depth: Int, isKept: Bool) -> PropertyListValue? {
    guard depth < ValueFormat.maximumDepth, let count = count(), count <= remaining else { return nil }
    var values: [String: PropertyListValue] = [:]
    for _ in 0..<count {
      guard let key = text(), let value = value(depth: depth + 1, isKept: isKept) else { return nil }
      if isKept { values[key] = value }
    }
    return .dictionary(values)
  }

  private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
    guard remaining >= 8 else { return nil }
    defer { index += 8 }
    return bytes.littleEndian(at: index, as: type)
  }

  private mutating func count() -> Int? {
    var count: UInt64 = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      guard let byte = byte() else { return nil }
      count |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(exactly: count) }
    }
    return nil
  }

  @inline(__always)
  private mutating func take(_ count: Int?) -> UnsafeRawBufferPointer? {
    guard let count, count <= remaining else { return nil }
    defer { index += count }
    return UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
  }
}

extension PropertyListValue {
  /// What each value begins with that a `SealedStore` has stored, before the version.
  package static let sealPrefix = Data("NDS".utf8)

  /// The id of the key, and what the seal has returned, of a value that a `SealedStore` has stored; `nil` for any other one.
  package var sealed: (keyID: String, bytes: Data)? {
    guard case .data(let data) = self, data.starts(with: Self.sealPrefix + [1]),
      let parts = Self.values(in: data.dropFirst(4)), parts.count == 2,
      case .string(let keyID) = parts[0], case .data(let bytes) = parts[1]
    else { return nil }
    return (keyID, bytes)
  }
}
