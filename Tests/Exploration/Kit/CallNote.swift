import CallControl

/// The monitor's record of one call, from effects alone.
struct CallNote: Hashable, Sendable {
  /// A call's progress through its life.
  enum Phase: Hashable, Sendable {
    /// It exists, shown or in screening.
    case live
    /// It ended or was refused, and must be logged in the same step.
    case over
    /// It is in the history; no further effect may name it.
    case logged
  }

  let call: CallID
  let provider: ProviderID
  var phase = Phase.live
  /// The last state entered; nil: it was refused before any state, or replaces another call.
  var state: CallState?
  var tone = Tone.quiet
  var isEmergency = false
  var startWasSent = false
  /// It stays with a former instance of its provider (P8).
  var isLeftBehind = false
  var end: CallEnd?
  /// The facts with which it came in (I9).
  var facts: IncomingFacts?

  init(call: CallID, provider: ProviderID) {
    self.call = call
    self.provider = provider
  }

  var isLive: Bool { phase == .live }
}
