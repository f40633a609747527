/// The switchboard's memory of an ended call.
struct UsedCall: Hashable, Sendable {
  /// The call's line, which receives late reports about it.
  let line: LineID
}
