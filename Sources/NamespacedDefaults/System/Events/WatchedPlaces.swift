/// The places at which files are watched, whether they exist or not.
///
/// A file is watched in its directory, so that the watch outlasts every file of its name. While there is no directory, the
/// nearest directory above that exists is watched.
struct WatchedPlaces {
  private struct Place {
    let directory: Int32
    let file: Int32?
    /// The name in the watched directory: the file's own, or that of the next directory on the way to it.
    let name: [UInt8]
    let isInOwnDirectory: Bool

    var watches: [Int32] { [directory] + (file.map { [$0] } ?? []) }
  }

  private var places: [Int: Place] = [:]
  private var users: [Int32: Set<Int>] = [:]

  /// Finds the place of a file, or finds it again, and watches there.
  ///
  /// - Throws: An error if nothing can be watched. The former watches are kept.
  mutating func place(_ id: Int, path: String, in queue: any FileEventQueue) throws(DefaultsError) {
    var directory = parentDirectory(of: path)
    while true {
      let watch: Int32
      do {
        watch = try queue.watchDirectory(directory)
      } catch let error {
        guard error.meansNoFile, directory != "/" else { throw error }
        directory = parentDirectory(of: directory)
        continue
      }
      let below = Self.component(of: path, below: directory)
      // The next directory below may have been created just before the watch.
      if below != path, isDirectory(below) {
        releaseIfUnused(watch, in: queue)
        directory = below
        continue
      }
      let name = Array(below.utf8.dropFirst(directory == "/" ? 1 : directory.utf8.count + 1))
      do {
        let file = below == path ? try queue.watchFile(path) : nil
        return replace(
          id,
          by: Place(directory: watch, file: file, name: name, isInOwnDirectory: below == path),
          in: queue
        )
      } catch let error {
        releaseIfUnused(watch, in: queue)
        throw error
      }
    }
  }

  /// Removes a file, and the watches that no other file needs.
  mutating func remove(_ id: Int, from queue: any FileEventQueue) {
    replace(id, by: nil, in: queue)
  }

  /// Returns the files that an event concerns.
  ///
  /// - Returns: The files that may have changed, and those that have to be placed again.
  mutating func files(concernedBy event: FileEvent, in queue: any FileEventQueue) -> (changed: Set<Int>, lost: Set<Int>)
  {
    switch event {
    case .overflow: return ([], Set(places.keys))
    case .end(let watch):
      let lost = users.removeValue(forKey: watch) ?? []
      queue.removeWatch(watch)
      return ([], lost)
    case .change(let watch, let name):
      let concerned = users[watch, default: []].filter { id in
        guard let place = places[id] else { return false }
        return watch == place.file || name == nil || name == place.name || place.name.isEmpty
      }
      let lost = concerned.filter { id in
        guard let place = places[id] else { return true }
        // Where events have no names, another file may have taken the place of the one that is watched.
        return !place.isInOwnDirectory || watch == place.directory && name == nil
      }
      return (concerned.subtracting(lost), lost)
    }
  }

  private mutating func replace(_ id: Int, by place: Place?, in queue: any FileEventQueue) {
    let former = places[id]?.watches ?? []
    places[id] = place
    for watch in former { users[watch]?.remove(id) }
    for watch in place?.watches ?? [] { users[watch, default: []].insert(id) }
    for watch in former { releaseIfUnused(watch, in: queue) }
  }

  private mutating func releaseIfUnused(_ watch: Int32, in queue: any FileEventQueue) {
    guard users[watch]?.isEmpty ?? true else { return }
    users[watch] = nil
    queue.removeWatch(watch)
  }

  /// Returns the beginning of a path that is one component longer than a directory's path.
  private static func component(of path: String, below directory: String) -> String {
    var below = path
    while parentDirectory(of: below) != directory { below = parentDirectory(of: below) }
    return below
  }
}
