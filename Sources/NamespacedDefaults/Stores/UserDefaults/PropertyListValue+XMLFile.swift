#if UserDefaults
  import Foundation

  extension PropertyListValue {
    #if !canImport(Darwin)
      /// The value as Foundation reads it back from the file: dates in whole seconds, one zero and one NaN.
      var asInXMLFile: Self {
        switch self {
        case .double(let number): .double(number.isNaN ? .nan : number + 0)  // -0.0 + 0 is 0
        case .date(let date):
          .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down) + 0))
        case .array(let elements): .array(elements.map(\.asInXMLFile))
        case .dictionary(let members): .dictionary(members.mapValues(\.asInXMLFile))
        default: self
        }
      }
    #endif

    /// Throws an error for a value that `UserDefaults` outside Apple platforms cannot keep in its XML file.
    ///
    /// Such a value would make the whole file unreadable, or end the process when it is written. It is refused on every
    /// platform, so that a program fails on the first one it is tried on.
    func checkXML(depth: Int = 0) throws {
      switch self {
      case .date(let date):
        // Beyond 30 million years the year overflows in the calendar. An infinite or NaN date makes the file unreadable.
        guard abs(date.timeIntervalSinceReferenceDate) <= 1e15 else {
          throw DefaultsError.notEncodable(type: "Date", reason: "it is out of the range of the file")
        }
      case .array(let elements):
        try Self.checkDepth(depth)
        for element in elements { try element.checkXML(depth: depth + 1) }
      case .dictionary(let members):
        try Self.checkDepth(depth)
        // Foundation reads such a dictionary as a reference in a keyed archive, or as damage if the number is not a valid
        // reference.
        if members.count == 1, let value = members["CF$UID"], value.isNumber {
          throw DefaultsError.notEncodable(type: "Dictionary", reason: "its only name, CF$UID, is Foundation's own")
        }
        for (name, member) in members {
          try Self.checkText(name)
          try member.checkXML(depth: depth + 1)
        }
      case .string(let text): try Self.checkText(text)
      case .bool, .integer, .unsignedInteger, .double, .data: break
      }
    }

    /// Throws an error for a text that begins with U+FEFF.
    ///
    /// Foundation outside Apple platforms takes this character for a byte order mark and drops it.
    static func checkText(_ text: String) throws {
      guard text.unicodeScalars.first != "\u{feff}" else {
        throw DefaultsError.notEncodable(type: "String", reason: "it begins with U+FEFF, which the file would lose")
      }
    }
  }
#endif
