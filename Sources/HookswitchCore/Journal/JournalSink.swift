public import CallControl

/// A writer of a host's journal.
///
/// Called on a queue of the host, one call at a time. The records of a line come in order, beginning with its first. A slow sink delays no
/// call; the host holds the records meanwhile.
public protocol JournalSink: AnyObject, Sendable {
  /// Writes records, in order.
  func write(_ records: [JournalRecord])
  /// Makes the records readable; called on `CallHost.flushJournals()` and `shutdown()`.
  func flush()
}
