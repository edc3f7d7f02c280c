#if Postgres
  public import NamespacedDefaults
  public import NamespacedDefaultsFoundation

  /// Whether a ``PostgresStore`` hears of the server's commits.
  public enum ServerState: Sendable, Equatable {
    /// It does.
    case connected
    /// It does not, for a reason, and shows what it knew.
    ///
    /// The reason is that of the last attempt. The time is that at which the outage was first noticed on this machine. A server that falls silent without a word is
    /// noticed after less than three times the `timeout`. A machine that was off does not know what it has missed.
    case disconnected(since: Date, reason: DefaultsError)
  }
#endif
