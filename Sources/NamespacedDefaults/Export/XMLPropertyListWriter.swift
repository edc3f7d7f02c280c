#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// FoundationEssentials has a coder of property lists, but it writes a whole double as `<real>3</real>` and reads an integer
// from it. Here what is written comes back as it was.

extension [String: PropertyListValue] {
  /// Returns the values as an XML property list, in UTF-8 and with sorted names.
  ///
  /// They must have a form in it; see ``PropertyListValue/notation(for:)``. The format is that of Apple's
  /// PropertyList-1.0.dtd.
  func xmlPropertyList() -> Data {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    PropertyListValue.dictionary(self).append(to: &text, indentation: "")
    text += "</plist>\n"
    return Data(text.utf8)
  }
}

extension PropertyListValue {
  /// Appends the element of the value, in lines of its own.
  fileprivate func append(to text: inout String, indentation: String) {
    text += indentation
    switch self {
    case .bool(let value): text += value ? "<true/>" : "<false/>"
    case .integer(let value): text += "<integer>\(value)</integer>"
    case .unsignedInteger(let value): text += "<integer>\(value)</integer>"
    case .double(let value): text += "<real>\(value)</real>"
    case .string(let value): text += "<string>\(value.escapedForXML)</string>"
    case .date(let value): text += "<date>\(value.formatted(.iso8601))</date>"
    case .data(let value): text += "<data>\(value.base64EncodedString())</data>"
    case .array(let elements) where elements.isEmpty: text += "<array/>"
    case .array(let elements):
      text += "<array>\n"
      for element in elements { element.append(to: &text, indentation: indentation + "\t") }
      text += indentation + "</array>"
    case .dictionary(let members) where members.isEmpty: text += "<dict/>"
    case .dictionary(let members):
      text += "<dict>\n"
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        text += "\(indentation)\t<key>\(name.escapedForXML)</key>\n"
        value.append(to: &text, indentation: indentation + "\t")
      }
      text += indentation + "</dict>"
    }
    text += "\n"
  }
}

extension String {
  /// The string as the text of an element.
  ///
  /// Other readers of XML turn a bare carriage return into a line feed.
  fileprivate var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\r": text += "&#13;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
