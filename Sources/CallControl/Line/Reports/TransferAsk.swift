/// A far end's request that we call another party (R3).
struct TransferAsk: Hashable, Sendable {
  let call: CallID
  let handle: Handle
  let newCall: CallID
  /// The time when it is refused without a decision; nil once it is granted.
  var deadline: Instant?
}
