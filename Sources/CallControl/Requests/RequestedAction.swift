/// One action of a transaction, as the core receives it.
public enum RequestedAction: Hashable, Codable, Sendable {
  /// Start a call through a provider; the first value is the new call's id.
  indirect case start(CallID, provider: ProviderID, StartDetails)
  /// Answer a ringing call.
  case answer(CallID, AnswerChoice)
  /// End or decline a call, with the decline's details for a ringing call's caller.
  case end(CallID, Decline? = nil)
  /// Hold (true) or resume (false) the whole group of a call.
  case setHeld(CallID, Bool)
  /// Mute or unmute one call.
  case setMuted(CallID, Bool)
  /// Join the group of another call; with nil, leave the group and become the front alone.
  case setGroup(CallID, with: CallID?)
  /// Send tones: `0-9 * # A-D`, `,` for a pause of 2 s, `;` for a wait.
  case playDTMF(CallID, String)
  /// Transfer a call; the action must be alone in its transaction.
  indirect case transfer(CallID, TransferTarget)

  /// The call that the action is about.
  public var call: CallID {
    switch self {
    case .start(let call, _, _), .answer(let call, _), .end(let call, _), .setHeld(let call, _), .setMuted(let call, _),
      .setGroup(let call, _), .playDTMF(let call, _), .transfer(let call, _):
      call
    }
  }

  /// The kind of the action's command.
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

/// The effect on other calls that an Answer may have.
public enum AnswerChoice: String, Codable, Sendable, CaseIterable {
  /// Hold what can be held, end what cannot, and make room if necessary.
  case automatic
  /// Hold the front call; never end a call.
  case holdActive
  /// End the front call; held calls stay held.
  case endActive
  /// End the least recently used held group and hold the front call.
  case endHeldAndHoldActive
}
