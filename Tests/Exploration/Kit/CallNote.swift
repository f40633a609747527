import CallControl

/// What the monitor knows of one call, from effects alone.
struct CallNote: Hashable, Sendable {
  /// How far a call has come in its life.
  enum Phase: Hashable, Sendable {
    /// It is there; shown, or being screened.
    case live
    /// It ended, or was refused, and must be logged in the same step.
    case over
    /// It is in the history; nothing may be heard of it any more.
    case logged
  }

  let call: CallID
  let provider: ProviderID
  var phase = Phase.live
  /// The last state that it entered; nil: it was refused before it entered any, or takes another's place.
  var state: CallState?
  var tone = Tone.quiet
  var isEmergency = false
  var startWasSent = false
  var end: CallEnd?

  init(call: CallID, provider: ProviderID) {
    self.call = call
    self.provider = provider
  }

  var isLive: Bool { phase == .live }
}
