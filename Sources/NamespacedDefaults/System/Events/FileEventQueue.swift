/// An event of a watched directory or file.
enum FileEvent: Equatable, Sendable {
  /// A name in a watched directory, or what it stands for, may have changed; or a watched file was written.
  ///
  /// The name is `nil` where the system does not say it.
  case change(watch: Int32, name: [UInt8]?)
  /// The watched directory or file was deleted, moved or replaced.
  case end(watch: Int32)
  /// The system has dropped events.
  case overflow
}

/// A queue into which the system puts the events of watched directories and files.
///
/// One thread at a time uses it, except that any thread may call ``wake()``.
protocol FileEventQueue: Sendable {
  /// Watches a directory.
  ///
  /// - Parameter path: The path of the directory.
  /// - Returns: The watch; it is the one that there is already if the directory is watched.
  /// - Throws: An error that means that there is no such directory (``DefaultsError/meansNoFile``), or why it cannot be
  ///   watched.
  func watchDirectory(_ path: String) throws(DefaultsError) -> Int32

  /// Watches what is written to a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The watch, or `nil` if there is no file, or if the watch of its directory includes it.
  /// - Throws: An error if the file exists and cannot be watched.
  func watchFile(_ path: String) throws(DefaultsError) -> Int32?

  /// Removes a watch, which may have ended by itself.
  func removeWatch(_ watch: Int32)

  /// Waits until there are events, until ``wake()`` was called, or for a time.
  ///
  /// - Parameter milliseconds: The time, or -1 for ever.
  /// - Returns: The events, of which some may belong to watches that were removed.
  /// - Throws: An error if there is no queue any more, because other code has closed its descriptor.
  func takeEvents(within milliseconds: Int32) throws(DefaultsError) -> [FileEvent]

  /// Ends the present call of ``takeEvents(within:)``, or the next one.
  func wake()

  /// Gives the queue back to the system. It is not used afterwards.
  func closeQueue()
}
