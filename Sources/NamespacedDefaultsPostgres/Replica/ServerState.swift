#if Postgres
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif
  public import NamespacedDefaults

  /// Whether a ``PostgresStore`` hears of the server's commits.
  public enum ServerState: Sendable, Equatable {
    /// It does.
    case connected
    /// It does not since a time, for a reason, and shows what it knew then.
    case disconnected(since: Date, reason: DefaultsError)
  }
#endif
