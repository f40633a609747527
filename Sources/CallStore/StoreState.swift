/// The state of a store.
public enum StoreState: String, Sendable, CaseIterable {
  /// The store reads and writes.
  case good
  /// The store reads, and cannot write: its folder or medium is read only, or a newer version made it.
  case readOnly
  /// The disk is full: calls go on, and their notes wait in the spool.
  case full
  /// There is no store.
  case off
  /// The store reads and writes, after damage from which it saved the readable rows.
  case recovered
}

/// The state of a store with its reason.
public struct StoreStanding: Hashable, Sendable {
  /// The state.
  public var state: StoreState
  /// The reason and the remedy, as one sentence; nil for a good store.
  public var reason: String?
  /// The number of notes that wait for the database.
  public var waiting = 0
  /// The number of notes that were lost because spool and disk were full.
  public var dropped = 0

  /// Creates a standing.
  public init(_ state: StoreState, _ reason: String? = nil) {
    self.state = state
    self.reason = reason
  }
}

/// The settings of a store.
public struct StoreSettings: Sendable {
  /// The protection of notes against a loss of power; the end of the process never loses one.
  public enum Durability: String, Sendable, CaseIterable {
    /// The spool reaches the disk every five seconds.
    case normal
    /// Each batch reaches the disk before programs hear of its history entries.
    case full
  }

  /// The days for which the history keeps calls; 0 for no limit.
  public var days = 365
  /// The number of calls that the history keeps; 0 for no limit.
  public var calls = 10_000
  /// The protection against a loss of power.
  public var durability = Durability.normal
  /// The limit on the spool's size, in bytes.
  public var spoolLimit = 64 << 20
  /// The country's telephone numbers and the other kinds of handle, for comparing them.
  public var handles = StoreHandles()
  /// The present wall-clock time; tests replace it.
  package var now: @Sendable () -> WallTime = { .now }

  /// Creates default settings.
  public init() {}
}
