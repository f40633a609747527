/// What a line remembers of a call that has ended: enough to know a late word for what it is.
struct Departed: Hashable, Sendable {
  /// How many are remembered; older ones are illegal all the same, without the care of T3.
  static let limit = 32

  let call: CallID
  let provider: ProviderID
  /// Whether the host ended it, so that it must not come to life again (T3).
  let byHost: Bool
  /// What a request about it fails with from now on (X7).
  let error: CallError.Code
}
