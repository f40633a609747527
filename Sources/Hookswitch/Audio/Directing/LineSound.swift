internal import CallAudio
internal import CallControl

/// What a line's device plays beside calls.
enum LineSound: Hashable, Sendable {
  /// A call rings, and nobody is in front (I2).
  case ringtone(ProviderID, Handle?)
  /// What an exchange says by a tone: somebody else calls (I2), the far end rings, a call came to nothing.
  case tone(CallTone)

  /// What an outgoing call sounds like that came to nothing; nil: it was taken back here, or sounds like nothing.
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
  /// What a cause of ITU-T Q.850 sounds like.
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
