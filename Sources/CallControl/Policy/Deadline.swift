/// A thing that may take only so long (T).
public enum Deadline: String, Codable, Sendable, CaseIterable {
  /// Until a Start is fulfilled. 30 s unless configured.
  case start
  /// Until an Answer is fulfilled. 30 s unless configured.
  case answer
  /// Until an End is fulfilled. 10 s unless configured.
  case end
  /// Until a hold or resume is fulfilled. 15 s unless configured.
  case setHeld
  /// Until a mute is fulfilled. 5 s unless configured.
  case setMuted
  /// Until a change of groups is fulfilled. 15 s unless configured.
  case setGroup
  /// Until tones are sent, beside 0.2 s for each digit. 5 s unless configured.
  case playDTMF
  /// Until a transfer is fulfilled or makes progress. 60 s unless configured.
  case transfer
  /// How long an incoming call rings. 60 s unless configured.
  case ring
  /// From the Start's fulfilment until the call is active. 180 s unless configured.
  case dial
  /// Until a screener's verdict. 1 s unless configured.
  case screen
  /// Until a far end's wish to be transferred is decided. 30 s unless configured.
  case transferDecision

  /// What the rules say where no policy says otherwise.
  public var standard: Duration {
    switch self {
    case .start, .answer, .transferDecision: .seconds(30)
    case .end: .seconds(10)
    case .setHeld, .setGroup: .seconds(15)
    case .setMuted, .playDTMF: .seconds(5)
    case .transfer, .ring: .seconds(60)
    case .dial: .seconds(180)
    case .screen: .seconds(1)
    }
  }

  /// What one digit adds to the deadline of the tones that it is part of.
  package static let perDigit = Duration.milliseconds(200)
  /// What each step has that makes room for an emergency call (Y2).
  package static let emergencyStep = Duration.seconds(2)
  /// What a `,` in tones means (M2).
  package static let softPause = Duration.seconds(2)

  /// The deadline of a command.
  package init(_ kind: CommandKind) {
    switch kind {
    case .start: self = .start
    case .answer: self = .answer
    case .end: self = .end
    case .setHeld: self = .setHeld
    case .setMuted: self = .setMuted
    case .setGroup: self = .setGroup
    case .playDTMF: self = .playDTMF
    case .transfer: self = .transfer
    }
  }
}
