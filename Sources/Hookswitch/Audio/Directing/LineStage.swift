internal import CallAudio
internal import CallControl

/// The state of one line, as the director tracks it.
struct LineStage: Sendable {
  /// The progress of a provider's activation.
  enum Activation: Hashable, Sendable {
    /// The core decided; the report to the provider is in progress.
    case decided
    /// The provider completed the report; media may flow.
    case told
  }

  var snapshot: LineSnapshot
  var activations: [ProviderID: Activation] = [:]
  /// The owners of the line's audio, in the order of their activation.
  var owners: [ProviderID] = []
  var configurations: [ProviderID: AudioSession.Configuration] = [:]
  var routes: [AudioSession.Route] = []
  /// The route that the user chose, with precedence over the providers' until the line's last call ends.
  var chosen: AudioSession.Route?
  /// The tone of a failed outgoing call, and its end.
  var failure: (sound: LineSound, until: Instant)?
  /// True while the device is requested.
  var hasDevice = false
  /// The route last requested.
  var preferred: AudioSession.Route?
  /// The attached programs, in the order of their attachment.
  var programs: [AttachedProgram] = []

  init(_ snapshot: LineSnapshot) {
    self.snapshot = snapshot
  }

  var front: [Call] {
    snapshot.front.map { front in snapshot.calls.filter { $0.group == front } } ?? []
  }

  /// The configuration of the audio's owner; with several, of the first that has one.
  var configuration: AudioSession.Configuration {
    owners.lazy.compactMap { configurations[$0] }.first ?? AudioSession.Configuration()
  }

  /// The sound that the device plays in addition to the calls.
  var sound: LineSound? {
    if let ringing = snapshot.calls.first(where: { $0.state == .ringing && !$0.isSilenced }) {
      return ringing.isWaiting ? .tone(.waiting) : .ringtone(ringing.provider, ringing.handle)
    }
    if front.contains(where: { $0.isOutgoing && $0.state == .connecting && !$0.hasEarlyMedia }) { return .tone(.ringback) }
    return front.isEmpty ? failure?.sound : nil
  }
}

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
