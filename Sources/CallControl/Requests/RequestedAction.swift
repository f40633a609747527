/// One action of a transaction, as the core takes it.
public enum RequestedAction: Hashable, Codable, Sendable {
  /// Call somebody through a provider; `call` names the new call.
  indirect case start(CallID, provider: ProviderID, StartDetails)
  /// Answer a ringing call.
  case answer(CallID, AnswerChoice)
  /// End or decline a call; of one that rings, what the caller is told.
  case end(CallID, Decline? = nil)
  /// Hold (true) or resume (false) the whole group of a call.
  case setHeld(CallID, Bool)
  /// Mute or unmute one call.
  case setMuted(CallID, Bool)
  /// Join the group of another call; nil: leave the group and become the front alone.
  case setGroup(CallID, with: CallID?)
  /// Send tones: `0-9 * # A-D`, `,` for a pause of 2 s, `;` for a wait.
  case playDTMF(CallID, String)
  /// Hand a call over; in a transaction of its own.
  indirect case transfer(CallID, TransferTarget)

  /// The call that it is about.
  public var call: CallID {
    switch self {
    case .start(let call, _, _), .answer(let call, _), .end(let call, _), .setHeld(let call, _), .setMuted(let call, _),
      .setGroup(let call, _), .playDTMF(let call, _), .transfer(let call, _):
      call
    }
  }

  /// What kind of command it becomes.
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
