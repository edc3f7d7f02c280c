import NamespacedDefaults
import NamespacedDefaultsAudit

extension StringProtocol {
  /// The text on one line and harmless to a terminal; everything that is printed goes through this.
  var printable: String { PrintableText(self).description }
}

extension String {
  /// The text of JSON with the same characters escaped, which means the same.
  var printableJSON: String { PrintableText(json: self).description }
}
