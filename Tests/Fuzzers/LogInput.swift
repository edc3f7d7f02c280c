import Foundation

/// What an input makes: a file, the pointers that are published one after the other, and what is written then.
struct LogInput {
  /// What begins at an offset of the file.
  enum Piece {
    /// A record that can be read; no key for one of a kind that is passed over.
    case record(key: String?, value: PropertyListValue?, flags: RecordFlags)
    /// A record whose checksums are right and whose payload is not one.
    case wrong(keyHash: UInt32)
    /// Bytes that are no record.
    case gap
  }

  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [(start: Int, piece: Piece)] = []
  /// The pointers of the file, the last of which it has in the end.
  private(set) var pointers: [CommitPointer] = []
  private(set) var synchronized = CommitPointer.absent
  private(set) var writes: [[String: PropertyListValue?]] = []
  /// Whether the rules of the format say what the file holds, because nothing was flipped, cut or torn apart.
  private(set) var isExact = true
  let durability: FileStore.Durability
  let isMapped: Bool
  let synchronizes: Bool
  let compacts: Bool

  private static let names = ["a", "b", "c", "é", "", "a.b", "name\0", String(repeating: "k", count: 300)]

  init(_ data: Data) {
    var input = Input(data)
    let seed = RecordSeed(salt: UInt64(input.byte()) &* 0x9E37_79B9_7F4A_7C15)
    let options = input.byte()
    durability = options & 1 != 0 ? .powerLoss : .processKill
    isMapped = options & 2 == 0
    synchronizes = options & 4 != 0
    compacts = options & 8 != 0
    let flipCount = Int(options >> 4 & 3)
    let isCut = options & 0x40 != 0
    let (pointerMode, last, first) = (input.byte(), Int(input.byte()), Int(input.byte()))
    let (synchronizedMode, synchronizedIndex) = (input.byte(), Int(input.byte()))
    let anywhere = (length: Int(input.number(5)), raw: input.number(8), synchronized: input.number(8))
    let flips = (0..<flipCount).map { _ in (at: Int(input.number(3)), bits: input.byte()) }
    let cut = Int(input.number(2))
    for _ in 0...Int(input.byte() & 3) {
      writes.append([:])
      for _ in 0...Int(input.byte() & 3) {
        let name = Self.names[Int(input.byte() % 8)]
        let isRemoval = input.byte() & 1 != 0
        writes[writes.count - 1].updateValue(isRemoval ? nil : input.value(), forKey: name)
      }
    }

    // A write that changes nothing repairs nothing.
    writes.append(["last": "written"])

    bytes = [UInt8](repeating: 0, count: FileHeader.size)
    while !input.isAtEnd, pieces.count < 200 { append(&input, seed) }

    // The pointers, most of which stand where a piece ends.
    let ends = pieces.map(\.start) + [bytes.count]
    func end(_ index: Int) -> Int { ends[ends.count - 1 - index % ends.count] }
    let generation = pointerMode >> 4
    func pointer(_ length: Int) -> CommitPointer {
      CommitPointer(length: length, generation: generation, isSuperseded: pointerMode & 4 != 0)
    }
    switch pointerMode & 3 {
    case 2:
      pointers = [pointer(FileHeader.size + anywhere.length)]
      isExact = false
    case 3: pointers = [CommitPointer(rawValue: anywhere.raw)]
    default: pointers = first == 0 ? [pointer(end(last))] : [pointer(min(end(last), end(first))), pointer(end(last))]
    }
    switch synchronizedMode & 3 {
    case 0: break
    case 1: synchronized = CommitPointer(length: end(synchronizedIndex), generation: generation)
    case 2: synchronized = CommitPointer(length: end(synchronizedIndex), generation: generation &+ 1)
    default: synchronized = CommitPointer(rawValue: anywhere.synchronized)
    }
    // By chance a raw pointer may be right.
    if pointerMode & 3 == 3, pointers[0].isValid { isExact = false }
    if synchronizedMode & 3 == 3, synchronized.isValid { isExact = false }

    let header = FileHeader(salt: seed.salt).bytes(pointer: pointers[0], synchronized: synchronized)
    bytes.replaceSubrange(..<FileHeader.size, with: header)
    for flip in flips where flip.bits != 0 {
      bytes[flip.at % bytes.count] ^= flip.bits
      isExact = false
    }
    if isCut {
      bytes.removeLast(cut % (bytes.count + 1))
      isExact = false
    }
  }

  private mutating func append(_ input: inout Input, _ seed: RecordSeed) {
    let kind = input.byte()
    let flags = RecordFlags(rawValue: kind & RecordFlags.mask)
    let start = bytes.count
    switch kind & 7 {
    case 0, 1, 2:
      let (name, value) = (Self.names[Int(input.byte() % 8)], input.value())
      append(payload(1 | flags.rawValue, name, value), RecordFormat.hash(of: name), seed)
      pieces.append((start, .record(key: name, value: value, flags: flags)))
    case 3:
      let name = Self.names[Int(input.byte() % 8)]
      append(payload(2 | flags.rawValue, name, nil), RecordFormat.hash(of: name), seed)
      pieces.append((start, .record(key: name, value: nil, flags: flags)))
    case 4:
      let name = Self.names[Int(input.byte() % 8)]
      let ignored = payload(16 + kind >> 3 & 3 | flags.rawValue, name, nil) + input.bytes(20)
      append(ignored, RecordFormat.hash(of: name), seed)
      pieces.append((start, .record(key: nil, value: nil, flags: flags)))
    case 5:
      // Any payload, which may be a record all the same.
      let hash = kind & 8 != 0 ? UInt32(input.number(4)) : RecordFormat.hash(of: Self.names[Int(input.byte() % 8)])
      append(input.bytes(255), hash, seed)
      let body = bytes[(start + RecordFormat.headSize)..<(bytes.count - RecordFormat.checksumSize)]
      pieces.append((start, piece(of: Array(body)) ?? .wrong(keyHash: hash)))
    case 6:
      let words = Int(input.byte() % 32) + 1
      switch kind >> 3 & 3 {
      case 0: for _ in 0..<words { bytes.append(littleEndian: seed.salt | 0xFF00_0000) }
      case 1: bytes += [UInt8](repeating: 0, count: words * 8)
      default: for _ in 0..<words { bytes.append(littleEndian: input.number(8)) }
      }
      pieces.append((start, .gap))
    default:
      // A head that claims any length.
      bytes.append(littleEndian: UInt64(input.number(4)) | UInt64(input.number(4)) << 32)
      let head = UInt64(littleEndian: bytes[start...].withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
      bytes.append(littleEndian: seed.checksum(ofHead: head, at: start))
      bytes += input.bytes(60)
      bytes += [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
      pieces.append((start, .gap))
      isExact = false
    }
  }

  private func payload(_ kind: UInt8, _ name: String, _ value: PropertyListValue?) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.append(kind)
    ValueFormat.append(name, to: &buffer)
    if let value { precondition(ValueFormat.append(value, to: &buffer), "a value of the fuzzer nests too deep") }
    return buffer.array
  }

  /// Appends a record with right checksums.
  private mutating func append(_ payload: [UInt8], _ hash: UInt32, _ seed: RecordSeed) {
    let start = bytes.count
    let length = RecordFormat.length(ofPayload: payload.count)
    let zeros = length - RecordFormat.headSize - payload.count - RecordFormat.checksumSize
    let body = payload + [UInt8](repeating: 0, count: zeros)
    let head = UInt64(payload.count) | UInt64(hash) << 32
    bytes.append(littleEndian: head)
    bytes.append(littleEndian: seed.checksum(ofHead: head, at: start))
    bytes += body
    bytes.append(littleEndian: body.withUnsafeBytes { seed.checksum(of: $0, at: start) })
  }

  /// Returns the record that any payload, with the zeros behind it, may be.
  private func piece(of body: [UInt8]) -> Piece? {
    body.withUnsafeBytes { bytes in
      var reader = ValueReader(bytes)
      guard let kind = reader.byte(), let key = reader.text() else { return nil }
      let flags = RecordFlags(rawValue: kind & RecordFlags.mask)
      switch kind & 31 {
      case 1:
        guard let value = reader.value(), reader.remaining < 8 else { return nil }
        return .record(key: key, value: value, flags: flags)
      case 2: return reader.remaining < 8 ? .record(key: key, value: nil, flags: flags) : nil
      case 16...: return .record(key: nil, value: nil, flags: flags)
      default: return nil
      }
    }
  }
}

/// Takes an input apart; after its end there are zeros.
private struct Input {
  private var rest: ArraySlice<UInt8>

  init(_ data: Data) { rest = Array(data)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number(_ count: Int) -> UInt64 { (0..<count).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }

  /// Takes as many bytes as the next one says, up to a limit.
  mutating func bytes(_ limit: Int) -> [UInt8] {
    let count = min(Int(byte()), limit)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func value() -> PropertyListValue {
    let kind = byte()
    switch kind % 10 {
    case 0: return .bool(kind & 16 != 0)
    case 1: return .integer(Int64(bitPattern: number(8)))
    case 2: return .unsignedInteger(number(8))
    case 3: return .double(Double(bitPattern: number(8)))
    case 4: return .string(String(decoding: bytes(100), as: UTF8.self))
    case 5: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: number(8))))
    case 6: return .data(Data(bytes(200)))
    // So large that it is kept as its bytes.
    case 7: return .array((0..<2000).map { .integer($0 &+ Int64(kind)) })
    case 8: return .dictionary(["x": .integer(Int64(byte())), "y": .array([.bool(true)])])
    default: return (0..<128).reduce(.integer(Int64(byte()))) { value, _ in .array([value]) }
    }
  }
}
