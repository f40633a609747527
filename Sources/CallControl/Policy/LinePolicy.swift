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
  private var protection: Bool?
  /// True when programs (origin `client`) must not touch calls that a person started or answered (X9).
  public var protectsUserCalls: Bool {
    get { protection ?? false }
    set { protection = newValue ? true : nil }
  }

  /// Creates the default policy.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case maximumCallGroups, maximumCallsPerCallGroup, maximumRingingCalls, autoResume, hostMixing, deadlines, emergencyNumbers, screeners
    case transferRequests
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
