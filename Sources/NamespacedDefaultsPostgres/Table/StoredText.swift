#if Postgres
  // Texts as the server takes them, which has none with NUL.

  extension String {
    /// The text without NUL, which is `\0`, and with each backslash twice.
    var withoutNUL: String {
      guard utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") }) else { return self }
      return unicodeScalars.map { $0 == "\0" ? "\\0" : $0 == "\\" ? "\\\\" : String($0) }.joined()
    }

    /// The text of which this is ``withoutNUL``.
    var withNUL: String {
      guard utf8.contains(UInt8(ascii: "\\")) else { return self }
      var isEscaped = false
      return unicodeScalars.reduce(into: "") { text, scalar in
        let begins = !isEscaped && scalar == "\\"
        if !begins { text.unicodeScalars.append(isEscaped && scalar == "0" ? "\0" : scalar) }
        isEscaped = begins
      }
    }
  }

  extension [String?] {
    /// The texts as the server reads an array of them.
    var arrayText: String {
      var bytes = Array<UInt8>("{".utf8)
      for (index, text) in enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        guard let text else {
          bytes += "NULL".utf8
          continue
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
          bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
      }
      bytes.append(UInt8(ascii: "}"))
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
