extension OpenFile {
  /// Writes the commit pointer with a system call, which wakes the processes that watch the file.
  func publish(_ pointer: CommitPointer) throws {
    try withUnsafeBytes(of: pointer.rawValue.littleEndian) { try write($0, at: FileHeader.pointerOffset) }
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
    case .header, .truncated:
      return reading
    case .unknownVersion(let version):
      throw .unreadableFile(path: path, reason: "its format version \(version) is not known to this library")
    case .foreign:
      throw .unreadableFile(path: path, reason: "it is not a defaults file, or its header is damaged beyond reading")
    }
  }
}
