internal import CallAudio
internal import CallControl

/// The sound that a line's device plays in addition to calls.
enum LineSound: Hashable, Sendable {
  /// A call rings, and no call is in front (I2).
  case ringtone(ProviderID, Handle?)
  /// An exchange's tone: call waiting (I2), ringback, a failed call.
  case tone(CallTone)

  /// Creates the tone of a failed outgoing call; nil when this side ended it or it has no tone.
  init?(ofFailed call: Call) {
    guard call.isOutgoing, call.connected == nil, !call.hasEarlyMedia, let end = call.end else { return nil }
    switch end.reason {
    case .localEnded, .answeredElsewhere, .declinedElsewhere: return nil
    case .failed, .remoteEnded, .unanswered: break
    }
    switch end.cause {
    case .busy?: self = .tone(.busy)
    case .user?, .client?, .madeRoom?, .transferred?, .replaced?, .declined?: return nil
    default: self = .tone(CallTone(cause: end.transport?.cause ?? 0))
    }
  }
}

extension CallTone {
  /// Creates the tone for a cause of ITU-T Q.850.
  init(cause: UInt32) {
    switch cause {
    // User busy; no user responding; call rejected.
    case 17, 18, 21: self = .busy
    // Unallocated; no route to the network, to the destination; destination out of order.
    case 1, 2, 3, 27: self = .sitVacant
    // Special information tone; number changed.
    case 4, 22: self = .sitIntercept
    // Misdialled prefix; invalid number.
    case 5, 28: self = .sitReorder
    // No circuit available.
    case 34: self = .sitNoCircuit
    default: self = .congestion
    }
  }
}
