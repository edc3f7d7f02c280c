/// What an import takes settings for that come without a record of migration steps.
///
/// Such are the exports of a release that had no steps, those of a namespace by release 0.1.0, and what people and other
/// programs write.
public enum UnrecordedSettings: Sendable {
  /// Settings that have been through no step.
  case unmigrated
  /// Settings of the form that the program reads: they have been through all steps.
  case migrated
}
