import NamespacedDefaults

/// What a sealed store shows, in which nothing changes when it is sealed anew.
///
/// A problem of a value that does not open is one of the store beneath, in whose file it stands.
final class SealedView: WatchedView {
  private let values: SealedValues
  private var base: any DefaultsStore { values.base }
  let watch = ViewWatch()

  init(_ values: SealedValues) { self.values = values }

  func value(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> PartialReading<PropertyListValue?> {
    PartialReading(of: base, or: nil) { try names.find(in: base.context, own) }
  }

  func value(_ names: KeyName) -> PartialReading<PropertyListValue?> { value(names, over: values.value) }

  func names(over own: () throws -> [String]) -> PartialReading<[String]> { PartialReading(of: base, or: [], own) }

  func checkWrite(of name: String) throws {
    if name == ReservedName.seal { throw DefaultsError.reservedSealName }
  }

  var watchedStores: [any DefaultsStore] { [base] }
}
