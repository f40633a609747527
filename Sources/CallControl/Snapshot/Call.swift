/// One call as observers see it: an immutable picture.
///
/// After [`CXCall`](https://developer.apple.com/documentation/callkit/cxcall), with what CallKit keeps to itself.
public struct Call: Hashable, Codable, Sendable, Identifiable {
  /// Its name.
  public let uuid: CallID
  /// Whose call it is.
  public let provider: ProviderID
  /// The name of its provider for people: the `localizedName` of its configuration, or its id where that is empty.
  public let providerName: String
  /// Which way it was set up.
  public let direction: Direction
  /// Where it stands.
  public let state: CallState
  /// The calls that are heard together share a group.
  public let group: GroupID
  /// Who the far end is; nil when it is withheld.
  public let handle: Handle?
  /// The far end's name.
  public let name: String?
  /// What its network says about it beside that, and a screener's label.
  public var details: CallDetails { boxedDetails.details }
  private let boxedDetails: Boxed<CallDetails>?
  /// What can be done with it.
  public let capabilities: CallCapabilities
  /// Whether our side is muted.
  public let isMuted: Bool
  /// Whether the far end set us aside.
  public let isRemotelyHeld: Bool
  /// Whether it rings as call waiting (I2).
  public let isWaiting: Bool
  /// Whether a screener made it ring without a tone (I8).
  public let isSilenced: Bool
  /// Whether the host mixes its group (G2).
  public let isMixed: Bool
  /// Whether its transfer was sent and is not answered (R1).
  public let isTransferring: Bool
  /// Whether it is an emergency call (Y).
  public let isEmergency: Bool
  /// Whether the network plays something of its own before it is active.
  public let hasEarlyMedia: Bool
  /// When it was asked for or came in: CallKit's "Starting".
  public let began: Instant
  /// When its Start was fulfilled: "Started".
  public let started: Instant?
  /// When the far end began to ring: "Connecting".
  public let connecting: Instant?
  /// When both sides could talk: "Connected".
  public let connected: Instant?
  /// When the earliest call of its group was connected (G7).
  public let groupStart: Instant?
  /// What Answer can do while it rings (I4), by choice: nil where it is allowed, else the reason why not.
  ///
  /// Empty in any other state.
  public let answerChoices: [AnswerChoice: CallError?]
  /// How and why it ended; nil while it is there.
  public let end: CallEnd?
  /// When it ended; nil while it is there.
  public let ended: Instant?

  /// Its name.
  public var id: CallID { uuid }
  /// The user's own handle: the number that was called, or that calls.
  public var localHandle: Handle? { details.localHandle }
  /// Whom the caller dialed first, where that was somebody else.
  public var divertedFrom: Handle? { details.divertedFrom }
  /// The network's name of the call, such as SIP's Call-ID.
  public var correlationID: String? { details.correlationID }
  /// Further facts of the transport: the text of one JSON object.
  public var extraJSON: String? { details.extraJSON }
  /// A program's label for the far end (I8).
  public var label: String? { details.label }
  /// The screener that gave the label.
  public var labelSource: ScreenerID? { details.labelSource }
  /// Whether we call them.
  public var isOutgoing: Bool { direction == .outgoing }
  /// Whether it is set aside.
  public var isOnHold: Bool { state == .held }
  /// Whether both sides could talk at some time.
  public var hasConnected: Bool { connected != nil }
  /// Whether it is over; such a call is in no snapshot, and is the last that an observer hears of it.
  public var hasEnded: Bool { state == .ended }

  init(_ leg: Leg, providerName: String, choices: [AnswerChoice: CallError?]) {
    uuid = leg.id
    provider = leg.provider
    self.providerName = providerName
    direction = leg.direction
    state = leg.state
    group = leg.group
    handle = leg.handle
    name = leg.name
    boxedDetails = leg.boxedDetails
    capabilities = leg.capabilities
    isMuted = leg.marks.contains(.muted)
    isRemotelyHeld = leg.marks.contains(.remotelyHeld)
    isWaiting = leg.state == .ringing && leg.marks.contains(.waiting)
    isSilenced = leg.marks.contains(.silenced)
    isMixed = leg.marks.contains(.mixed)
    isTransferring = leg.marks.contains(.transferring)
    isEmergency = leg.marks.contains(.emergency)
    hasEarlyMedia = leg.marks.contains(.earlyMedia)
    began = leg.began
    started = leg.started
    connecting = leg.connecting
    connected = leg.connected
    groupStart = leg.groupStart
    answerChoices = choices
    end = nil
    ended = nil
  }

  init(_ call: Call, end: CallEnd, at time: Instant) {
    uuid = call.uuid
    provider = call.provider
    providerName = call.providerName
    direction = call.direction
    state = .ended
    group = call.group
    handle = call.handle
    name = call.name
    boxedDetails = call.boxedDetails
    capabilities = call.capabilities
    isMuted = call.isMuted
    isRemotelyHeld = call.isRemotelyHeld
    isWaiting = false
    isSilenced = call.isSilenced
    isMixed = call.isMixed
    isTransferring = false
    isEmergency = call.isEmergency
    hasEarlyMedia = call.hasEarlyMedia
    began = call.began
    started = call.started
    connecting = call.connecting
    connected = call.connected
    groupStart = call.groupStart
    answerChoices = [:]
    self.end = end
    ended = time
  }
}
