public import CallControl

/// The source of the lines' standings: a host in a cluster asks it before each act that adds a call (K5).
///
/// The host asks about one line by one thread at a time, in the order of the line's inputs, and holds no lock meanwhile. It does not ask about
/// lines that it made for one incoming call (`LineID.each`), since no other host can name them.
public protocol LineStandingSource: Sendable {
  /// Returns the standing of a line.
  ///
  /// It returns within a microsecond and waits for nothing. When the answer is `mine` or `borrowed`, the source counts the line as busy from
  /// that moment, until `lineIsIdle`.
  ///
  /// - Parameters:
  ///   - line: the line's name.
  ///   - addition: the act that would add a call.
  func standing(of line: String, for addition: LineAddition) -> LineStanding

  /// Tells that a line has no calls and no work any more: after its last call, and after an allowed addition that led to no call.
  ///
  /// Comes once for each time that the line became busy, on the thread that handles the line, without a lock.
  func lineIsIdle(_ line: String)

  /// Returns the id of a new incoming call, which may show other hosts the call's line; it returns within a microsecond.
  ///
  /// - Parameter line: the line on which the call will be, as far as its provider tells.
  func newCall(on line: String) -> CallID
}

extension LineStandingSource {
  /// Returns an id that says nothing about the line.
  public func newCall(on line: String) -> CallID { .fresh() }
}
