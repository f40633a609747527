/// A line's limits and time-outs.
public struct LinePolicy: Hashable, Codable, Sendable {
  /// The limit on groups at once; a lone call is a group of one, and ringing and ending calls do not count.
  public var maximumCallGroups = 2
  /// The limit on calls in one group.
  public var maximumCallsPerCallGroup = 5
  /// The limit on calls that ring at once (I3).
  public var maximumRingingCalls = 1
  /// The policy for resuming a held group automatically.
  public var autoResume = AutoResume.afterLocalEnd
  /// True when the host may mix calls that no provider bridges (G2).
  public var hostMixing = true
  /// The line's time limits; a provider's own take precedence (T1).
  public var deadlines = DeadlinePolicy()
  /// Emergency numbers (Y1), compared as text without visual separators.
  public var emergencyNumbers: [String] = ["112", "911"]
  /// The screeners of incoming calls (I8).
  public var screeners: [ScreenerID] = []
  /// The handling of a far end's transfer request (R3).
  public var transferRequests = TransferRequestPolicy.ask
  private var screenLimits: [ScreenLimit]?
  private var protection: Bool?
  /// True when programs (origin `client`) must not touch calls that a person started or answered (X9).
  public var protectsUserCalls: Bool {
    get { protection ?? false }
    set { protection = newValue ? true : nil }
  }

  /// The times for the verdicts of screeners that have one of their own (I8); the others have `Deadline.screen`.
  public var screenDeadlines: [ScreenerID: Duration] {
    get { Dictionary((screenLimits ?? []).map { ($0.screener, $0.duration) }) { first, _ in first } }
    set {
      screenLimits =
        newValue.isEmpty ? nil : newValue.sorted { $0.key < $1.key }.map { ScreenLimit(screener: $0.key, duration: $0.value) }
    }
  }

  /// Creates the default policy.
  public init() {}

  /// The time for the verdict of one screener.
  private struct ScreenLimit: Hashable, Codable, Sendable {
    var screener: ScreenerID
    var duration: Duration
  }

  private enum CodingKeys: String, CodingKey {
    case maximumCallGroups, maximumCallsPerCallGroup, maximumRingingCalls, autoResume, hostMixing, deadlines, emergencyNumbers, screeners
    case transferRequests
    case screenLimits = "screenDeadlines"
    case protection = "protectsUserCalls"
  }
}

/// The policy for resuming the most recently held group automatically (E3, E4).
public enum AutoResume: String, Codable, Sendable, CaseIterable {
  /// Never; the resume is only offered.
  case never
  /// After a local end of the front group.
  case afterLocalEnd
  /// After any end of the front group.
  case always
}

/// The handling of a far end's request that we call another party (R3).
public enum TransferRequestPolicy: String, Codable, Sendable, CaseIterable {
  /// Programs decide within the time limit (default 30 s).
  case ask
  /// The host grants it.
  case accept
  /// The host refuses it.
  case refuse
}

/// Time limits that differ from the wider policy or the defaults (T1).
///
/// A short list rather than twelve optional fields, since most policies set none and lines are copied often.
public struct DeadlinePolicy: Hashable, Codable, Sendable {
  private struct Entry: Hashable, Codable, Sendable {
    var deadline: Deadline
    var duration: Duration
  }

  private var entries: [Entry] = []

  /// Creates a policy that sets no limit.
  public init() {}

  /// The limit of `deadline`; nil to use the wider policy or the default.
  public subscript(deadline: Deadline) -> Duration? {
    get { entries.first { $0.deadline == deadline }?.duration }
    set {
      entries.removeAll { $0.deadline == deadline }
      guard let newValue else { return }
      let place = entries.firstIndex { $0.deadline.rawValue > deadline.rawValue } ?? entries.endIndex
      entries.insert(Entry(deadline: deadline, duration: newValue), at: place)
    }
  }
}

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
