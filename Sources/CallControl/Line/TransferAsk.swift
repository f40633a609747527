/// A far end's wish that we call somebody else (R3).
struct TransferAsk: Hashable, Sendable {
  let call: CallID
  let handle: Handle
  let newCall: CallID
  /// When it is refused unasked; nil once it was granted, and the new call is on its way.
  var deadline: Instant?
}
