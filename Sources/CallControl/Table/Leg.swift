/// A line's record of one call.
struct Leg: Hashable, Sendable {
  let id: CallID
  let provider: ProviderID
  let direction: Direction
  var state: CallState
  /// The call's group; calls heard together share one, a lone call has its own.
  var group: GroupID
  /// The call's bridge; calls that their provider bridges share one.
  var bridge: GroupID?
  var handle: Handle?
  var name: String?
  /// Further details from the network.
  var boxedDetails: Boxed<CallDetails>?
  var capabilities: CallCapabilities
  var marks: LegMarks = []
  var tone = Tone.quiet
  /// The reason for the hold.
  var hold = HoldReason.none
  /// Grows with each hold on the line: the most recently held call has the largest.
  var heldOrder: UInt64 = 0
  /// Grows with each activation on the line: the call in front the longest has the smallest.
  var activeOrder: UInt64 = 0
  /// The cause of an End under way.
  var endCause: EndCause?

  let began: Instant
  var started: Instant?
  var connecting: Instant?
  var connected: Instant?
  /// The time when the earliest call of its group was connected (G7).
  var groupStart: Instant?
  /// The deadline of ringing or dialling.
  var patience: Instant?
  /// The latest time in its provider's reports; times of one call never run backwards.
  var lastWord: Instant

  init(
    id: CallID, provider: ProviderID, direction: Direction, state: CallState, group: GroupID, handle: Handle?,
    capabilities: CallCapabilities, now: Instant
  ) {
    self.id = id
    self.provider = provider
    self.direction = direction
    self.state = state
    self.group = group
    self.handle = handle
    self.capabilities = capabilities
    began = now
    lastWord = now
  }

  // Inlined, so that a read touches only the fields it needs and does not copy the call.

  /// True unless only screeners know of the call.
  @inline(__always)
  var isVisible: Bool { state != .screening }

  /// True while the call counts towards the limit on groups.
  @inline(__always)
  var takesRoom: Bool {
    switch state {
    case .requested: !marks.contains(.aside)
    case .dialing, .connecting, .answering, .active, .held: true
    case .screening, .ringing, .ending, .ended: false
    }
  }

  /// True while the call puts its group in front.
  @inline(__always)
  var isInFront: Bool {
    switch state {
    case .requested: marks.isDisjoint(with: [.aside, .queued])
    case .dialing, .connecting, .answering, .active: true
    case .held, .screening, .ringing, .ending, .ended: false
    }
  }

  /// True while the call has the line's audio when in front (U1).
  @inline(__always)
  var carriesAudio: Bool {
    switch state {
    case .dialing, .connecting, .active: true
    case .requested, .screening, .ringing, .answering, .held, .ending, .ended: false
    }
  }

  /// True when one instance of one provider has both calls, and can connect them with each other (P8).
  func sharesInstance(with other: Leg) -> Bool {
    provider == other.provider && marks.contains(.leftBehind) == other.marks.contains(.leftBehind)
  }

  /// True while the call can be held.
  @inline(__always)
  var isHoldable: Bool {
    guard state == .active, capabilities.contains(.holding) else { return false }
    return !marks.contains(.emergency)
  }
}

/// The reason for which a call is held, or is being held (X8).
enum HoldReason: Hashable, Sendable {
  /// The call is not held.
  case none
  /// The user, a program or the network asked for it.
  case user
  /// For its own transfer (R1).
  case transfer
  /// For this call, until it is active.
  case call(CallID)
  /// The call that it was held for failed; a resume is owed.
  case owed
}
