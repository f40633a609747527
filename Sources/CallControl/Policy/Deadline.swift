/// A time limit of the rules (T).
public enum Deadline: String, Codable, Sendable, CaseIterable {
  /// The time until a Start is fulfilled; default 30 s.
  case start
  /// The time until an Answer is fulfilled; default 30 s.
  case answer
  /// The time until an End is fulfilled; default 10 s.
  case end
  /// The time until a hold or resume is fulfilled; default 15 s.
  case setHeld
  /// The time until a mute is fulfilled; default 5 s.
  case setMuted
  /// The time until a change of groups is fulfilled; default 15 s.
  case setGroup
  /// The time until tones are sent, plus 0.2 s for each digit; default 5 s.
  case playDTMF
  /// The time until a transfer is fulfilled or makes progress; default 60 s.
  case transfer
  /// The time for which an incoming call rings; default 60 s.
  case ring
  /// The time from the Start's fulfilment until the call is active; default 180 s.
  case dial
  /// The time until a screener's verdict; default 1 s.
  case screen
  /// The time until a far end's transfer request is decided; default 30 s.
  case transferDecision

  /// The default limit.
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

  /// The time that each digit adds to the deadline of its tones.
  package static let perDigit = Duration.milliseconds(200)
  /// The limit of each step that makes room for an emergency call (Y2).
  package static let emergencyStep = Duration.seconds(2)
  /// The length of a `,` in tones (M2).
  package static let softPause = Duration.seconds(2)
}
