public import CallControl

/// Somebody who keeps a host's journal.
///
/// Called on a queue of the host's own, one call at a time, in the order in which things were decided: the records of one line in the line's
/// order, and a line's first record before all others of it. What is slow here delays no call; it only makes the host remember longer.
public protocol JournalSink: AnyObject, Sendable {
  /// Takes records, in order.
  func write(_ records: [JournalRecord])
  /// Puts what it was given where it can be read: called when the host is shut down, or asked to.
  func flush()
}
