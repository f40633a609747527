/// What the switchboard keeps of a call that has ended.
struct UsedCall: Hashable, Sendable {
  /// The line that it was on, so that late words about it find their way.
  let line: LineID
}
