/// What a line allows and how long it waits.
public struct LinePolicy: Hashable, Codable, Sendable {
  /// How many groups there may be at once; a lone call is a group of one, ringing and ending calls are in none.
  public var maximumCallGroups = 2
  /// How many calls may be in one group.
  public var maximumCallsPerCallGroup = 5
  /// How many calls may ring at once (I3).
  public var maximumRingingCalls = 1
  /// When a held group is resumed by itself.
  public var autoResume = AutoResume.afterLocalEnd
  /// Whether the host may mix calls that no provider bridges (G2).
  public var hostMixing = true
  /// Deadlines; a provider's count first, the rules' last (T1).
  public var deadlines = DeadlinePolicy()
  /// Numbers that are an emergency (Y1); compared as text without visual separators.
  public var emergencyNumbers: [String] = ["112", "911"]
  /// Who is asked about incoming calls (I8).
  public var screeners: [ScreenerID] = []
  /// What a far end's wish to be transferred gets (R3).
  public var transferRequests = TransferRequestPolicy.ask
  private var protection: Bool?
  /// Whether programs (origin `client`) may not touch calls that a person started or answered (X9).
  public var protectsUserCalls: Bool {
    get { protection ?? false }
    set { protection = newValue ? true : nil }
  }

  /// The rules' defaults.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case maximumCallGroups, maximumCallsPerCallGroup, maximumRingingCalls, autoResume, hostMixing, deadlines, emergencyNumbers, screeners
    case transferRequests
    case protection = "protectsUserCalls"
  }
}
