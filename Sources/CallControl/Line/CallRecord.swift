/// A call's entry in the history.
public struct CallRecord: Hashable, Codable, Sendable {
  /// The outcome of a call.
  public enum Outcome: String, Codable, Sendable, CaseIterable {
    /// The call was active at some time.
    case answered
    /// An incoming call ended here, or declined elsewhere, before it was active.
    case declined
    /// An incoming call that another device answered.
    case answeredElsewhere
    /// An incoming call from the block list, or blocked by a screener.
    case blocked
    /// An incoming call whose Answer failed, or an outgoing call that ended before it was active, other than by an End.
    case failed
    /// Any other incoming call.
    case missed
    /// An outgoing call ended here before it was active.
    case cancelled
  }

  /// The call.
  public var call: CallID
  /// The call's provider.
  public var provider: ProviderID
  /// The call's direction.
  public var direction: Direction
  /// The far end's handle.
  public var handle: Handle?
  /// The far end's name.
  public var name: String?
  private var boxedDetails: Boxed<CallDetails>?
  /// Further details from the network, and a screener's label.
  public var details: CallDetails {
    get { boxedDetails.details }
    set { boxedDetails.details = newValue }
  }
  /// The call's outcome.
  public var outcome: Outcome
  /// The screener that blocked it.
  public var screener: ScreenerID?
  /// The rule that refused it.
  public var refusal: CallError.Code?
  /// The call's end; nil when it was refused.
  public var end: CallEnd?
  /// The time when the call began.
  public var began: Instant
  /// The time when both sides could talk; nil when they never could.
  public var connected: Instant?
  /// The time when the call ended.
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
