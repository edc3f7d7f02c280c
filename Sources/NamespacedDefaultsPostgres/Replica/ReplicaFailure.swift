#if Postgres
  /// The failure of the replica, which says nothing about the server.
  struct ReplicaFailure: Error {
    let error: any Error

    static func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch {
        throw ReplicaFailure(error: error)
      }
    }
  }
#endif
