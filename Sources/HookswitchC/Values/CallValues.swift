internal import CHookswitch
internal import FoundationEssentials
internal import Hookswitch

extension hk_call {
  init(_ call: CallID) {
    self.init(uuid: call.uuid)
  }

  /// The call's id; nil for "no call".
  var id: CallID? {
    let id = UUID(uuid: uuid)
    return id == Self.none ? nil : id
  }

  private static let none = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension CallID {
  /// The call as C names it.
  var c: hk_call { hk_call(self) }
}

/// Returns the call of an argument that must name one.
func call(_ call: hk_call, _ name: String = "call") throws(EmbeddingError) -> CallID {
  guard let id = call.id else { throw .invalid("the argument \(name) names no call") }
  return id
}

/// The header's numbers of enumerations, each with the value that it stands for.
enum Numbers {
  static func number(of state: CallState) -> UInt32 {
    switch state {
    case .requested: HK_STATE_REQUESTED
    case .dialing: HK_STATE_DIALING
    case .connecting: HK_STATE_CONNECTING
    case .screening: HK_STATE_SCREENING
    case .ringing: HK_STATE_RINGING
    case .answering: HK_STATE_ANSWERING
    case .active: HK_STATE_ACTIVE
    case .held: HK_STATE_HELD
    case .ending: HK_STATE_ENDING
    case .ended: HK_STATE_ENDED
    }
  }

  static func number(of reason: EndReason) -> UInt32 {
    switch reason {
    case .failed: HK_END_FAILED
    case .remoteEnded: HK_END_REMOTE
    case .unanswered: HK_END_UNANSWERED
    case .answeredElsewhere: HK_END_ANSWERED_ELSEWHERE
    case .declinedElsewhere: HK_END_DECLINED_ELSEWHERE
    case .localEnded: HK_END_LOCAL
    }
  }

  static let outcomes: [(number: UInt32, outcome: CallRecord.Outcome)] = [
    (HK_OUTCOME_ANSWERED, .answered), (HK_OUTCOME_DECLINED, .declined), (HK_OUTCOME_ANSWERED_ELSEWHERE, .answeredElsewhere),
    (HK_OUTCOME_BLOCKED, .blocked), (HK_OUTCOME_FAILED, .failed), (HK_OUTCOME_MISSED, .missed), (HK_OUTCOME_CANCELLED, .cancelled),
  ]

  static let capabilities: [(number: UInt32, capability: CallCapabilities)] = [
    (HK_CAN_HOLD, .holding), (HK_CAN_GROUP, .grouping), (HK_CAN_UNGROUP, .ungrouping), (HK_CAN_DTMF, .dtmf),
    (HK_CAN_TRANSFER, .transfer), (HK_CAN_AUDIO, .audio), (HK_CAN_VIDEO, .video), (HK_CAN_DEFLECT, .deflect),
  ]

  static let choices: [(number: UInt32, choice: AnswerChoice)] = [
    (HK_ANSWER_AUTOMATIC, .automatic), (HK_ANSWER_HOLD_ACTIVE, .holdActive), (HK_ANSWER_END_ACTIVE, .endActive),
    (HK_ANSWER_END_HELD_AND_HOLD_ACTIVE, .endHeldAndHoldActive),
  ]

  static func number(of cause: EndCause?) -> UInt32 {
    switch cause {
    case nil: HK_CAUSE_NONE
    case .user: HK_CAUSE_USER
    case .client: HK_CAUSE_CLIENT
    case .declined: HK_CAUSE_DECLINED
    case .ringTimeout: HK_CAUSE_RING_TIMEOUT
    case .madeRoom: HK_CAUSE_MADE_ROOM
    case .couldNotHold: HK_CAUSE_COULD_NOT_HOLD
    case .actionFailed: HK_CAUSE_ACTION_FAILED
    case .actionTimedOut: HK_CAUSE_ACTION_TIMED_OUT
    case .dialTimeout: HK_CAUSE_DIAL_TIMEOUT
    case .providerLost: HK_CAUSE_PROVIDER_LOST
    case .providerUnavailable: HK_CAUSE_PROVIDER_UNAVAILABLE
    case .reset: HK_CAUSE_RESET
    case .transferred: HK_CAUSE_TRANSFERRED
    case .replaced: HK_CAUSE_REPLACED
    case .busy: HK_CAUSE_BUSY
    case .blocked: HK_CAUSE_BLOCKED
    case .host: HK_CAUSE_HOST
    case .deflected: HK_CAUSE_DEFLECTED
    case .hostLost: HK_CAUSE_HOST_LOST
    case .lineMoved: HK_CAUSE_LINE_MOVED
    }
  }

  static func number(of origin: Origin) -> UInt32 {
    switch origin {
    case .user: HK_ORIGIN_USER
    case .client: HK_ORIGIN_CLIENT
    case .provider: HK_ORIGIN_PROVIDER
    case .host: HK_ORIGIN_HOST
    }
  }

  static func number(of set: CallCapabilities) -> UInt32 {
    capabilityNumbers[Int(set.rawValue) & (capabilityNumbers.count - 1)]
  }

  /// The number of each set of capabilities, by the bits of the set: every event about a call has one.
  private static let capabilityNumbers: [UInt32] = (0..<1 << capabilities.count).map { bits in
    let set = CallCapabilities(rawValue: UInt16(bits))
    return capabilities.reduce(0) { set.contains($1.capability) ? $0 | $1.number : $0 }
  }

  /// Reads capabilities.
  static func capabilities(_ bits: UInt32, _ name: String) throws(EmbeddingError) -> CallCapabilities {
    let known = capabilities.reduce(0) { $0 | $1.number }
    guard bits & ~known == 0 else { throw .invalid("the member \(name) has unknown bits: \(bits & ~known)") }
    return capabilities.reduce(into: []) { set, entry in if bits & entry.number != 0 { set.insert(entry.capability) } }
  }
}
