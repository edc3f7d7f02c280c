/// The error that is reported for a damaged file, and for one that is shorter than what was committed.
struct DamagedFile: Error, CustomStringConvertible {
  let path: String
  let damage: [LogScan.Damage]
  let missingSize: Int

  var description: String {
    guard missingSize == 0 else {
      return "\(path) ends \(missingSize) bytes before its committed length: something has cut it, or the power was "
        + "lost before they were on the disk. What was stored there is lost, and the rest is in use"
    }
    let places = damage.prefix(5).map(\.description).joined(separator: "; ")
    let more = damage.count > 5 ? "; and \(damage.count - 5) more" : ""
    return "\(path) is damaged: \(places)\(more). The rest is in use; before a write repairs the file, it is copied to "
      + "\(path).damaged-<number>"
  }
}

extension StoreFile {
  /// Reports the damage of the open file, and what it lacks, unless the same was reported already.
  func reportDamage() {
    let (damage, missingSize) = (contents.damage, contents.missingSize)
    guard !damage.isEmpty || missingSize > 0, facts.reported != (damage, missingSize) else { return }
    facts.reported = (damage, missingSize)
    let error = DamagedFile(path: path, damage: damage, missingSize: missingSize)
    DefaultsProblem(.damagedFile, error: error).report()
  }

  /// Repairs the file before a write; call this with the write lock, without memory locked.
  ///
  /// If the file cannot be replaced, and only records are damaged, the write is appended as to a file without damage. It
  /// overwrites nothing, and the damage stays.
  func repairIfPossible() throws {
    guard !facts.isUnrepairable else { return }
    do {
      try compact()
      if lockedLog == nil { throw closed }
    } catch {
      guard lockedLog != nil, !contents.isCut, contents.damage.allSatisfy(\.isInRecords) else { throw error }
      context.withLock { facts.isUnrepairable = true }
      DefaultsProblem(.failedCompaction, error: error).report()
    }
  }

  /// Copies a file byte for byte to `<path>.damaged-<number>`, with the first number that is free.
  ///
  /// - Returns: The path of the copy.
  func quarantine(_ file: OpenFile) throws(DefaultsError) -> String {
    let copy = try makeQuarantineFile()
    do {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 8)
      defer { buffer.deallocate() }
      let size = try file.status().size
      var offset = 0
      // Without its holes, which may be larger than the disk.
      while let data = try file.nextData(from: offset, size: size) {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(data.count, buffer.count)])
        let count = try file.read(at: data.lowerBound, into: part)
        if count == 0 { break }
        try copy.write(UnsafeRawBufferPointer(rebasing: part[..<count]), at: data.lowerBound)
        offset = data.lowerBound + count
      }
      try copy.truncate(to: size)
      // Whoever may read the file may look at the copy, and remove it.
      try? copy.adopt(file)
      try copy.synchronize()
    } catch {
      removeFile(copy.path)
      throw error
    }
    return copy.path
  }

  private func makeQuarantineFile() throws(DefaultsError) -> OpenFile {
    var number = 1
    while true {
      do {
        return try OpenFile(path: siblingPath(of: path, suffix: ".damaged-\(number)"), for: .creating)
      } catch {
        guard error.systemCode == SystemCode.fileExists else { throw error }
        number += 1
      }
    }
  }
}
