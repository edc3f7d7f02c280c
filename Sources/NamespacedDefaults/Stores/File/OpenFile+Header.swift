extension OpenFile {
  /// Writes the commit pointer, with a system call, which wakes those who watch the file.
  func publish(_ pointer: CommitPointer) throws {
    try withUnsafeBytes(of: pointer.rawValue.littleEndian) { try write($0, at: FileHeader.pointerOffset) }
  }

  /// What the file's header says.
  ///
  /// - Throws: ``DefaultsError/Code/unreadableFile`` when the file is not one that may be touched.
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
