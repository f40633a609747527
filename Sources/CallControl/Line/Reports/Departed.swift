/// A line's memory of an ended call, enough to recognize a late report about it.
struct Departed: Hashable, Sendable {
  /// The number of calls remembered; a late report about an older one counts as unknown, and T3 does not apply to it.
  static let limit = 32

  let call: CallID
  let provider: ProviderID
  /// True when the host ended the call, so that it must not come to life again (T3).
  let byHost: Bool
  /// The Start or Answer that a report implied before its answer came; a late answer to it revives nothing (P4).
  let implied: CommandID?
  /// True when the call was ever shown; only then does an End of it succeed (E1).
  let wasShown: Bool
  /// The error of requests about it from now on (X7).
  let error: CallError.Code
}
