import NamespacedDefaultsFoundation

/// A reader of binary property lists that anyone may have made.
///
/// Foundation traps at some objects of the format, and expands an object as often as others refer to it: 238 bytes become
/// gigabytes. This reader refuses such lists. What it returns takes memory in proportion to the size of the data.
///
/// The format is that of Apple's CFBinaryPList.c: a header, the objects, the table of their offsets, and a trailer of 32
/// bytes. An object is a marker byte and its content; arrays and dictionaries hold the numbers of other objects.
struct BinaryPropertyList {
  /// A part of a property list.
  enum Node {
    case scalar(PropertyListValue)
    case array([Node])
    case dictionary([String: Node])
    /// The number of an object in a keyed archive.
    case reference(Int)
  }

  private static let trailerSize = 32
  /// The bytes of strings and data that a small list may expand to, because several arrays may refer to one string.
  private static let expandedSizeLimit = 64 << 20

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let rootObject: Int
  private let offsetTable: Int
  private var nodesLeft: Int
  private var expandedSizeLeft: Int
  /// The strings and data so far, so that all references to one share its memory.
  private var texts: [Int: PropertyListValue] = [:]

  /// Returns whether data begins as a binary property list.
  static func isBinary(_ data: Data) -> Bool { data.starts(with: "bplist".utf8) }

  /// Returns the root of a binary property list.
  ///
  /// - Throws: ``Refusal``.
  static func root(of data: Data) throws(Refusal) -> Node {
    var reader = try BinaryPropertyList(Array(data))
    return try reader.node(reader.rootObject, depth: 0)
  }

  private init(_ bytes: [UInt8]) throws(Refusal) {
    self.bytes = bytes
    let trailer = bytes.count - Self.trailerSize
    guard bytes.starts(with: "bplist0".utf8), trailer >= 9 else { throw Refusal("it has no header or no trailer") }
    func number(at offset: Int) throws(Refusal) -> Int {
      guard let number = Int(exactly: Self.number(bytes[offset..<offset + 8])) else {
        throw Refusal("its trailer is wrong")
      }
      return number
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    objectCount = try number(at: trailer + 8)
    rootObject = try number(at: trailer + 16)
    offsetTable = try number(at: trailer + 24)
    // Each object takes a byte at least, so that the product cannot overflow.
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, offsetTable <= trailer, objectCount <= bytes.count,
      objectCount * offsetSize <= trailer - offsetTable
    else {
      throw Refusal("its trailer is wrong")
    }
    // A reference takes a byte at least. A list in which no array or dictionary stands twice has no more nodes.
    nodesLeft = bytes.count
    expandedSizeLeft = max(Self.expandedSizeLimit, bytes.count)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func node(_ object: Int, depth: Int) throws(Refusal) -> Node {
    nodesLeft -= 1
    guard nodesLeft >= 0 else { throw Refusal("its objects refer to each other too often") }
    let offset = try self.offset(of: object)
    let kind = bytes[offset] >> 4
    let detail = Int(bytes[offset] & 0xF)
    switch kind {
    case 0x0 where detail == 8 || detail == 9: return .scalar(.bool(detail == 9))
    case 0x1 where detail <= 4: return .scalar(try integer(content(at: offset + 1, count: 1 << detail)))
    case 0x2 where detail == 2:
      let number = Self.number(try content(at: offset + 1, count: 4))
      return .scalar(.double(Double(Float(bitPattern: UInt32(number)))))
    case 0x2 where detail == 3: return .scalar(.double(try double(at: offset + 1)))
    case 0x3 where detail == 3:
      return .scalar(.date(Date(timeIntervalSinceReferenceDate: try double(at: offset + 1))))
    case 0x4, 0x5, 0x6, 0x7: return .scalar(try text(object, kind: kind, at: offset))
    case 0x8:
      let number = Self.number(try content(at: offset + 1, count: detail + 1).suffix(8))
      guard let reference = Int(exactly: number) else { throw Refusal("it refers to an object that does not exist") }
      return .reference(reference)
    case 0xA, 0xD:
      let limit = PropertyListValue.depthLimit
      guard depth < limit else { throw Refusal("more than \(limit) collections nest") }
      return kind == 0xA ? try array(at: offset, depth: depth + 1) : try dictionary(at: offset, depth: depth + 1)
    case 0xB, 0xC: throw Refusal("it has a set, which no setting can hold")
    case 0x0 where detail == 0: throw Refusal("it has a null, which no setting can hold")
    default: throw Refusal("it has an object of an unknown kind")
    }
  }

  private func offset(of object: Int) throws(Refusal) -> Int {
    guard object < objectCount else { throw Refusal("it refers to an object that does not exist") }
    let entry = offsetTable + object * offsetSize
    guard let offset = Int(exactly: Self.number(bytes[entry..<entry + offsetSize])), offset >= 8, offset < offsetTable
    else { throw Refusal("an object lies outside of it") }
    return offset
  }

  /// Returns a part of the objects.
  private func content(at offset: Int, count: Int) throws(Refusal) -> ArraySlice<UInt8> {
    guard count <= offsetTable - offset else { throw Refusal("an object lies outside of it") }
    return bytes[offset..<offset + count]
  }

  private func integer(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> PropertyListValue {
    let number = Self.number(bytes.suffix(8))
    // Eight bytes are signed, and fewer are not. Sixteen hold what has no place in eight.
    if bytes.count <= 8 { return .integer(Int64(bitPattern: number)) }
    guard bytes.prefix(8).allSatisfy({ $0 == 0 }) else { throw Refusal("a number has more than 64 bits") }
    return Int64(exactly: number).map(PropertyListValue.integer) ?? .unsignedInteger(number)
  }

  private func double(at offset: Int) throws(Refusal) -> Double {
    Double(bitPattern: Self.number(try content(at: offset, count: 8)))
  }

  /// Returns how many elements an object has, and where they begin.
  private func count(at offset: Int) throws(Refusal) -> (count: Int, start: Int) {
    let detail = Int(bytes[offset] & 0xF)
    if detail < 0xF { return (detail, offset + 1) }
    let marker = try content(at: offset + 1, count: 1).first ?? 0
    let size = 1 << Int(marker & 0xF)
    guard marker >> 4 == 1, size <= 8, let count = Int(exactly: Self.number(try content(at: offset + 2, count: size)))
    else {
      throw Refusal("an object has a wrong length")
    }
    return (count, offset + 2 + size)
  }

  private mutating func text(_ object: Int, kind: UInt8, at offset: Int) throws(Refusal) -> PropertyListValue {
    let (count, start) = try count(at: offset)
    let (size, overflows) = count.multipliedReportingOverflow(by: kind == 0x6 ? 2 : 1)
    guard !overflows else { throw Refusal("an object has a wrong length") }
    expandedSizeLeft -= size
    guard expandedSizeLeft >= 0 else { throw Refusal("its objects refer to each other too often") }
    if let text = texts[object] { return text }
    let content = try content(at: start, count: size)
    let text = try text(content, kind: kind)
    texts[object] = text
    return text
  }

  private func text(_ content: ArraySlice<UInt8>, kind: UInt8) throws(Refusal) -> PropertyListValue {
    if kind == 0x4 { return .data(Data(content)) }
    let text: String?
    if kind == 0x6 {
      let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
      }
      text = String(validating: units, as: UTF16.self)
    } else {
      text = String(validating: content, as: UTF8.self)
    }
    guard let text else { throw Refusal("a string is not Unicode") }
    return .string(text)
  }

  private func references(at start: Int, count: Int) throws(Refusal) -> [Int] {
    let (size, overflows) = count.multipliedReportingOverflow(by: referenceSize)
    guard !overflows else { throw Refusal("an object has a wrong length") }
    let content = try content(at: start, count: size)
    return stride(from: content.startIndex, to: content.endIndex, by: referenceSize).map {
      Int(clamping: Self.number(content[$0..<$0 + referenceSize]))
    }
  }

  private mutating func array(at offset: Int, depth: Int) throws(Refusal) -> Node {
    let (count, start) = try count(at: offset)
    var elements: [Node] = []
    for object in try references(at: start, count: count) { elements.append(try node(object, depth: depth)) }
    return .array(elements)
  }

  private mutating func dictionary(at offset: Int, depth: Int) throws(Refusal) -> Node {
    let (count, start) = try count(at: offset)
    let names = try references(at: start, count: count)
    let values = try references(at: start + count * referenceSize, count: count)
    var members: [String: Node] = [:]
    for (name, value) in zip(names, values) {
      guard case .scalar(.string(let name)) = try node(name, depth: depth) else {
        throw Refusal("a name in a dictionary is no string")
      }
      guard members.updateValue(try node(value, depth: depth), forKey: name) == nil else {
        throw Refusal("it has a name twice in one dictionary")
      }
    }
    return .dictionary(members)
  }
}

extension BinaryPropertyList.Node {
  /// The value of a property list; a keyed archive has none.
  ///
  /// - Throws: ``Refusal``.
  var value: PropertyListValue {
    get throws {
      switch self {
      case .scalar(let value): value
      case .array(let elements): .array(try elements.map { try $0.value })
      case .dictionary(let members): .dictionary(try members.mapValues { try $0.value })
      case .reference: throw Refusal("a reference of a keyed archive, which no setting can hold")
      }
    }
  }
}
