extension [UInt8] {
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends a number as LEB128: groups of seven bits, the lowest first, all but the last with bit 7 set.
  mutating func append(variableLength number: Int) {
    var rest = UInt64(number)
    while rest > 0x7F {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension UnsafeRawBufferPointer {
  func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
