/// What is asked of a provider about one call.
public enum CommandContent: Hashable, Codable, Sendable {
  /// Call somebody. Done: the invitation is on its way.
  indirect case start(StartDetails)
  /// Answer. Done: both sides can talk.
  case answer
  /// End or decline. Done: it is over.
  case end
  /// Hold (true) or resume (false).
  case setHeld(Bool)
  /// Mute (true) or unmute (false) our side.
  case setMuted(Bool)
  /// Join the bridge of the named call; nil: leave the bridge.
  case setGroup(with: CallID?)
  /// Send tones: `0-9 * # A-D`.
  case playDTMF(String, DTMFKind)
  /// Hand the call over.
  indirect case transfer(TransferTarget)

  /// Which kind of thing it is.
  public var kind: CommandKind {
    switch self {
    case .start: .start
    case .answer: .answer
    case .end: .end
    case .setHeld: .setHeld
    case .setMuted: .setMuted
    case .setGroup: .setGroup
    case .playDTMF: .playDTMF
    case .transfer: .transfer
    }
  }
}
