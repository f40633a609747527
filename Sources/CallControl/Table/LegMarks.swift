/// The flags of a call.
struct LegMarks: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// Our side is muted.
  static let muted = LegMarks(rawValue: 1)
  /// The far end holds us.
  static let remotelyHeld = LegMarks(rawValue: 2)
  /// A screener wants it to ring without a tone.
  static let silenced = LegMarks(rawValue: 4)
  /// It is an emergency call (Y).
  static let emergency = LegMarks(rawValue: 8)
  /// Its Start waits for its provider (S8).
  static let aside = LegMarks(rawValue: 16)
  /// Its Start was sent.
  static let startSent = LegMarks(rawValue: 32)
  /// It is being sent elsewhere: its transfer is sent and unanswered (R1).
  static let transferring = LegMarks(rawValue: 64)
  /// The host mixes its group (G2).
  static let mixed = LegMarks(rawValue: 128)
  /// It was in front when its End was sent.
  static let leavesFront = LegMarks(rawValue: 256)
  /// The network plays early media.
  static let earlyMedia = LegMarks(rawValue: 512)
  /// Its Answer failed.
  static let answerFailed = LegMarks(rawValue: 1024)
  /// It rings as call waiting, since another call is in front (I2).
  static let waiting = LegMarks(rawValue: 4096)
  /// Its Start waits for its turn (X6).
  static let queued = LegMarks(rawValue: 8192)
  /// A person started or answered it (X9).
  static let users = LegMarks(rawValue: 16384)
  /// A user or a program requested its End.
  static let endAsked = LegMarks(rawValue: 2048)

  /// It stays with a former instance of its provider (P8).
  static let leftBehind = LegMarks(rawValue: 32768)

  /// A ringing call with one of these has no tone.
  static let quiet: LegMarks = [.silenced, .transferring]
}
