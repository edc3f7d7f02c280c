#if Postgres
  public import NamespacedDefaults
  public import NamespacedDefaultsFoundation

  /// Whether a ``PostgresStore`` is notified of the server's commits.
  public enum ServerState: Sendable, Equatable {
    /// It is.
    case connected
    /// It is not, for a reason, and shows what it read last.
    ///
    /// The reason is that of the last attempt. The time is that at which the outage was first noticed on this machine. A
    /// server that falls silent without a word is noticed after less than three times the `timeout`. A machine that was off
    /// cannot know what it has missed.
    case disconnected(since: Date, reason: DefaultsError)
  }
#endif
