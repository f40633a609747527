/// One call as the line knows it.
struct Leg: Hashable, Sendable {
  let id: CallID
  let provider: ProviderID
  let direction: Direction
  var state: CallState
  /// The calls that are heard together share a group; a lone call has one of its own.
  var group: GroupID
  /// The calls of a group that their provider bridges itself share a bridge.
  var bridge: GroupID?
  var handle: Handle?
  var name: String?
  /// What its network says about it beside that.
  var boxedDetails: Boxed<CallDetails>?
  var capabilities: CallCapabilities
  var marks: LegMarks = []
  var tone = Tone.quiet
  /// Why it is held or being held.
  var hold = HoldReason.none
  /// Grows with each hold on the line: the most recently held call has the largest.
  var heldOrder: UInt64 = 0
  /// Grows each time that a call of the line becomes active: who has been in front the longest has the smallest.
  var activeOrder: UInt64 = 0
  /// Of an End under way: its cause.
  var endCause: EndCause?

  let began: Instant
  var started: Instant?
  var connecting: Instant?
  var connected: Instant?
  /// When the earliest call of its group was connected (G7).
  var groupStart: Instant?
  /// When it has rung or dialled for too long.
  var patience: Instant?
  /// The latest time that its provider gave; time of one call never runs backwards.
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

  // Inlined, so that reading one of them reads the fields that it needs and does not copy the call.

  /// Whether anybody but the screeners knows of it.
  @inline(__always)
  var isVisible: Bool { state != .screening }

  /// Whether it takes one of the groups that the limits count.
  @inline(__always)
  var takesRoom: Bool {
    switch state {
    case .requested: !marks.contains(.aside)
    case .dialing, .connecting, .answering, .active, .held: true
    case .screening, .ringing, .ending, .ended: false
    }
  }

  /// Whether its group is in front because of it.
  @inline(__always)
  var isInFront: Bool {
    switch state {
    case .requested: marks.isDisjoint(with: [.aside, .queued])
    case .dialing, .connecting, .answering, .active: true
    case .held, .screening, .ringing, .ending, .ended: false
    }
  }

  /// Whether it has the line's audio when its group is in front (U1).
  @inline(__always)
  var carriesAudio: Bool {
    switch state {
    case .dialing, .connecting, .active: true
    case .requested, .screening, .ringing, .answering, .held, .ending, .ended: false
    }
  }

  /// Whether it can be held now.
  @inline(__always)
  var isHoldable: Bool {
    guard state == .active, capabilities.contains(.holding) else { return false }
    return !marks.contains(.emergency)
  }
}
