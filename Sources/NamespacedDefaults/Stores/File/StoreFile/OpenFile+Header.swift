extension OpenFile {
  /// Writes the commit pointer with a system call, which wakes the processes that watch the file.
  func publish(_ pointer: CommitPointer) throws { try write(pointer, at: FileHeader.pointerOffset) }

  /// Writes the commit pointer and the synchronized pointer behind it at once, so that a kill leaves both or neither.
  func publish(_ pointer: CommitPointer, synchronized: CommitPointer) throws {
    let numbers = [pointer.rawValue.littleEndian, synchronized.rawValue.littleEndian]
    try numbers.withUnsafeBytes { try write($0, at: FileHeader.pointerOffset) }
  }

  func write(_ pointer: CommitPointer, at offset: Int) throws {
    try withUnsafeBytes(of: pointer.rawValue.littleEndian) { try write($0, at: offset) }
  }

  /// Returns the commit pointer, or `nil` if the file ends before it.
  func readPointer() throws(DefaultsError) -> CommitPointer? {
    try readNumber(at: FileHeader.pointerOffset).map(CommitPointer.init)
  }

  func readSynchronizedPointer() throws(DefaultsError) -> CommitPointer {
    try readNumber(at: FileHeader.synchronizedOffset).map(CommitPointer.init) ?? .absent
  }

  /// Returns a number of eight bytes, or `nil` if the file ends before it.
  func readNumber(at offset: Int) throws(DefaultsError) -> UInt64? {
    var number: UInt64 = 0
    let count = try withUnsafeMutableBytes(of: &number) { buffer throws(DefaultsError) in
      try read(at: offset, into: buffer)
    }
    return count == 8 ? UInt64(littleEndian: number) : nil
  }

  /// Returns whether the file was created and its header was not written yet, or not before the power was lost.
  ///
  /// Such a file counts as none. The rest of a new file is written after its header is on the disk. Who waited for the lock of
  /// a file that was emptied meanwhile may have written that into it.
  func isBlank(size: Int) throws(DefaultsError) -> Bool {
    guard size <= FileHeader.size else { return false }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileHeader.size, alignment: 8)
    defer { buffer.deallocate() }
    return buffer[..<(try read(at: 0, into: buffer))].prefix(FileHeader.queueOffset).allSatisfy { $0 == 0 }
  }

  /// Reads the file's header.
  ///
  /// - Throws: ``DefaultsError/Code/unreadableFile`` for a file of another kind or version, which must not be changed.
  func readHeader() throws(DefaultsError) -> FileHeader.Reading {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileHeader.size, alignment: 8)
    defer { buffer.deallocate() }
    let count = try read(at: 0, into: buffer)
    let reading = FileHeader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    switch reading {
    case .header, .truncated, .empty:
      return reading
    case .unknownVersion(let version):
      let reason = version < FileHeader.version ? "was never released" : "is not known to this library"
      throw .unreadableFile(path: path, reason: "its format version \(version) \(reason)")
    case .unknownFlags(let flags):
      throw .unreadableFile(path: path, reason: "it needs what is not known to this library (flags \(flags))")
    case .foreign:
      throw .unreadableFile(path: path, reason: "it is not a defaults file, or its header is damaged beyond reading")
    }
  }
}
