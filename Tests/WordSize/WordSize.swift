/// Checks the commit pointer with an `Int` of 32 bits; `Tests/Apple/check` runs it.
///
/// - Returns: The line of the first expectation that fails, or 0.
@_cdecl("check") public func check() -> UInt32 {
  guard CommitPointer.maximumLength == 0x7FFF_FFFF else { return #line }
  let pointer = CommitPointer(length: 0x7FFF_FFFF, generation: 127, isSuperseded: true)
  guard pointer.isValid, pointer.length == 0x7FFF_FFFF, pointer.generation == 127, pointer.isSuperseded else {
    return #line
  }
  // A process with larger words may have written such a length, or the pointer is damaged.
  guard CommitPointer(rawValue: 0xFF_FFFF_FFFF).length == 0x7FFF_FFFF else { return #line }
  return 0
}
