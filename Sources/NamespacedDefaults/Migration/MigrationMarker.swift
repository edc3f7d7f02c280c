/// The record that a store keeps of a migration step: a value under a ``ReservedName``.
///
/// A marker is in the store itself, so that it is written together with what the step changes and goes wherever the
/// file goes. Any value means that the step is done, even one that a later release writes. The only exception is
/// ``copied``, which means that a move between stores has yet to clear its source.
enum MigrationMarker {
  static let done = PropertyListValue.bool(true)
  static let copied = PropertyListValue.string("copied")
}
