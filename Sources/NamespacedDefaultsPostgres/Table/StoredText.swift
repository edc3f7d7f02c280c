#if Postgres
  // Texts as the server takes them, which has none with NUL.

  extension String {
    /// The text without NUL, which is `\0`, and with each backslash twice.
    var withoutNUL: String {
      guard utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") }) else { return self }
      var result = ""
      for scalar in unicodeScalars {
        switch scalar {
        case "\0": result += "\\0"
        case "\\": result += "\\\\"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }

    /// The text of which this is ``withoutNUL``.
    var withNUL: String {
      guard utf8.contains(UInt8(ascii: "\\")) else { return self }
      var result = ""
      var isEscaped = false
      for scalar in unicodeScalars {
        if isEscaped {
          result.unicodeScalars.append(scalar == "0" ? "\0" : scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      return result
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
