/// What the history keeps of a call.
public struct CallRecord: Hashable, Codable, Sendable {
  /// What became of it.
  public enum Outcome: String, Codable, Sendable, CaseIterable {
    /// It was active at some time.
    case answered
    /// Incoming; ended here or declined elsewhere before it was active.
    case declined
    /// Incoming; another device answered.
    case answeredElsewhere
    /// Incoming; on the block list, or blocked by a screener.
    case blocked
    /// Incoming: its Answer failed. Outgoing: it came to nothing otherwise than by an End.
    case failed
    /// Incoming; all others.
    case missed
    /// Outgoing; ended here before it was active.
    case cancelled
  }

  /// The call.
  public var call: CallID
  /// Whose call it was.
  public var provider: ProviderID
  /// Which way it was set up.
  public var direction: Direction
  /// Who the far end was.
  public var handle: Handle?
  /// The far end's name.
  public var name: String?
  private var boxedDetails: Boxed<CallDetails>?
  /// What its network said about it beside that, and a screener's label.
  public var details: CallDetails {
    get { boxedDetails.details }
    set { boxedDetails.details = newValue }
  }
  /// What became of it.
  public var outcome: Outcome
  /// The screener that blocked it.
  public var screener: ScreenerID?
  /// The rule that refused it.
  public var refusal: CallError.Code?
  /// How it ended; nil when it was refused.
  public var end: CallEnd?
  /// When it began, was connected, and ended.
  public var began: Instant
  /// When both sides could talk; nil when they never could.
  public var connected: Instant?
  /// When it ended.
  public var ended: Instant

  init(
    of leg: Leg, outcome: Outcome, end: CallEnd? = nil, screener: ScreenerID? = nil, refusal: CallError.Code? = nil, ended: Instant
  ) {
    call = leg.id
    provider = leg.provider
    direction = leg.direction
    handle = leg.handle
    name = leg.name
    boxedDetails = leg.boxedDetails
    self.outcome = outcome
    self.screener = screener
    self.refusal = refusal
    self.end = end
    began = leg.began
    connected = leg.connected
    self.ended = ended
  }

  private enum CodingKeys: String, CodingKey {
    case call, provider, direction, handle, name, outcome, screener, refusal, end, began, connected, ended
    case boxedDetails = "details"
  }
}
