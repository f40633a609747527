/// How long things may take; nil: what the wider policy or the rules say (T).
public struct DeadlinePolicy: Hashable, Codable, Sendable {
  /// Until a Start is fulfilled; 30 s.
  public var start: Duration?
  /// Until an Answer is fulfilled; 30 s.
  public var answer: Duration?
  /// Until an End is fulfilled; 10 s.
  public var end: Duration?
  /// Until a hold or resume is fulfilled; 15 s.
  public var setHeld: Duration?
  /// Until a mute is fulfilled; 5 s.
  public var setMuted: Duration?
  /// Until a change of groups is fulfilled; 15 s.
  public var setGroup: Duration?
  /// Until tones are sent, beside 0.2 s for each digit; 5 s.
  public var playDTMF: Duration?
  /// Until a transfer is fulfilled or makes progress; 60 s.
  public var transfer: Duration?
  /// How long an incoming call rings; 60 s.
  public var ring: Duration?
  /// From the Start's fulfilment until the call is active; 180 s.
  public var dial: Duration?
  /// Until a screener's verdict; 1 s.
  public var screen: Duration?
  /// Until a far end's wish to be transferred is decided; 30 s.
  public var transferDecision: Duration?

  /// All as the wider policy or the rules say.
  public init() {}
}
