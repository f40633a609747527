/// A call that screeners are being asked about (I8).
struct Screening: Hashable, Sendable {
  let call: CallID
  /// Who has not answered yet, in the policy's order.
  var open: [ScreenerID]
  var strictest = ScreenVerdict.continue
  /// Whom those who have answered take the caller to be.
  var callers: [ScreenerID: ScreenedCaller] = [:]
  let deadline: Instant
}
