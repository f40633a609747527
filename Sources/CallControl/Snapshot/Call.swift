/// An immutable snapshot of a call, for observers.
///
/// After [`CXCall`](https://developer.apple.com/documentation/callkit/cxcall), with details that CallKit does not publish.
public struct Call: Hashable, Codable, Sendable, Identifiable {
  /// The call's id.
  public let uuid: CallID
  /// The call's line.
  public let line: LineID
  /// The call's provider.
  public let provider: ProviderID
  /// The provider's display name: its configuration's `localizedName`, or its id when that is empty.
  public let providerName: String
  /// The call's direction.
  public let direction: Direction
  /// The call's state.
  public let state: CallState
  /// The call's group; calls heard together share one.
  public let group: GroupID
  /// The far end's handle; nil when withheld.
  public let handle: Handle?
  /// The far end's name.
  public let name: String?
  /// Further details from the network, and a screener's label.
  public var details: CallDetails { boxedDetails.details }
  private let boxedDetails: Boxed<CallDetails>?
  /// The call's capabilities.
  public let capabilities: CallCapabilities
  /// True while our side is muted.
  public let isMuted: Bool
  /// True while the far end holds us.
  public let isRemotelyHeld: Bool
  /// True while the call rings as call waiting (I2).
  public let isWaiting: Bool
  /// True when a screener or the judge made it ring without a tone (I8, I9).
  public let isSilenced: Bool
  /// True while the host mixes its group (G2).
  public let isMixed: Bool
  /// True while its transfer is sent and unanswered (R1).
  public let isTransferring: Bool
  /// True for an emergency call (Y).
  public let isEmergency: Bool
  /// True when the network plays early media.
  public let hasEarlyMedia: Bool
  /// The time of the request or of the arrival: CallKit's "Starting".
  public let began: Instant
  /// The time when its Start was fulfilled: "Started".
  public let started: Instant?
  /// The time when the far end began to ring: "Connecting".
  public let connecting: Instant?
  /// The time when both sides could talk: "Connected".
  public let connected: Instant?
  /// The time when the earliest call of its group was connected (G7).
  public let groupStart: Instant?
  /// The error of each choice of Answer while the call rings (I4); nil when allowed.
  ///
  /// Empty in any other state.
  public let answerChoices: [AnswerChoice: CallError?]
  /// The reason and cause of the end; nil before it.
  public let end: CallEnd?
  /// The time of the end; nil before it.
  public let ended: Instant?

  /// The call's id.
  public var id: CallID { uuid }
  /// The user's own handle: the number called, or the number that calls.
  public var localHandle: Handle? { details.localHandle }
  /// The handle that the caller dialed first, if the network diverted the call.
  public var divertedFrom: Handle? { details.divertedFrom }
  /// The network's identifier of the call, such as SIP's Call-ID.
  public var correlationID: String? { details.correlationID }
  /// Further transport details: the text of one JSON object.
  public var extraJSON: String? { details.extraJSON }
  /// A program's label for the far end (I8).
  public var label: String? { details.label }
  /// The screener or directory that gave the label.
  public var labelSource: ScreenerID? { details.labelSource }
  /// The rule of the host's judge that decided, and its match (I9).
  public var decidedBy: String? { details.decidedBy }
  /// The id of the contact who calls, as the host's judge found it (I9).
  public var contact: Int64? { details.contact }
  /// True for an outgoing call.
  public var isOutgoing: Bool { direction == .outgoing }
  /// True while the call is on hold.
  public var isOnHold: Bool { state == .held }
  /// True once both sides could talk.
  public var hasConnected: Bool { connected != nil }
  /// True for an ended call, which no snapshot has; it is an observer's last change of the call.
  public var hasEnded: Bool { state == .ended }

  // Borrowed: an initialiser's parameter is a copy otherwise, and every change of a line makes a picture of its calls.
  init(_ leg: borrowing Leg, line: LineID, providerName: String, choices: [AnswerChoice: CallError?]) {
    uuid = leg.id
    self.line = line
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
    line = call.line
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

extension Call {
  /// Returns this call in its final state, ended.
  public func ended(_ end: CallEnd, at time: Instant) -> Call {
    Call(self, end: end, at: time)
  }
}
