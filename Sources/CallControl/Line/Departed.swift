/// What a line remembers of a call that has ended: enough to know a late word for what it is.
struct Departed: Hashable, Sendable {
  /// How many are remembered; older ones are illegal all the same, without the care of T3.
  static let limit = 32

  let call: CallID
  let provider: ProviderID
  /// Whether the host ended it, so that it must not come to life again (T3).
  let byHost: Bool
  /// Its Start or Answer that its provider's reports implied and that was not answered: a late answer brings nothing to life (P4).
  let implied: CommandID?
  /// Whether it was ever shown: only then is an End of it a success (E1).
  let wasShown: Bool
  /// What a request about it fails with from now on (X7).
  let error: CallError.Code
}
