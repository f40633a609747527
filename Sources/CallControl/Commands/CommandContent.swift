/// The content of a command to a provider about one call.
public enum CommandContent: Hashable, Codable, Sendable {
  /// Start a call; fulfilled when the invitation is on its way.
  indirect case start(StartDetails)
  /// Answer the call; fulfilled when both sides can talk.
  case answer
  /// End or decline the call; fulfilled when it is over.
  case end
  /// Hold (true) or resume (false).
  case setHeld(Bool)
  /// Mute (true) or unmute (false) our side.
  case setMuted(Bool)
  /// Join the named call's bridge; with nil, leave the bridge.
  case setGroup(with: CallID?)
  /// Send tones: `0-9 * # A-D`.
  case playDTMF(String, DTMFKind)
  /// Transfer the call.
  indirect case transfer(TransferTarget)

  /// The command's kind.
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

/// The pause before a run of tones.
///
/// After [`CXPlayDTMFCallAction.ActionType`](https://developer.apple.com/documentation/callkit/cxplaydtmfcallaction/actiontype).
public enum DTMFKind: String, Codable, Sendable {
  /// No pause: the user pressed a key.
  case singleTone
  /// A pause of two seconds, written `,`.
  case softPause
  /// A wait for `continueDTMF`, written `;`.
  case hardPause
}

/// The target of a transfer.
public enum TransferTarget: Hashable, Codable, Sendable {
  /// Another party that the far end calls: a blind transfer (R1).
  case handle(Handle)
  /// The far end of another of our calls: an attended transfer (R2).
  case call(CallID)
}
