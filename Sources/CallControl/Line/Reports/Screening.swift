/// A call that screeners are being asked about (I8).
struct Screening: Hashable, Sendable {
  let call: CallID
  /// The screeners that have not answered, in the policy's order.
  var open: [ScreenerID]
  var strictest = ScreenVerdict.continue
  /// The caller's identity, by the screener that gave it.
  var callers: [ScreenerID: ScreenedCaller] = [:]
  let deadline: Instant
}
