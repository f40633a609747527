/// What a rule must know of the plan that it is asked for.
struct PlanContext: Hashable, Sendable {
  /// Who asks.
  var origin: Origin
  /// Whether the request is being judged (true) or carried out (false).
  var isJudging = false
  /// Whether the plan has ended the calls that it ends to make room.
  var hasMadeRoom = false
  /// Calls that would not be held, so that an emergency ends them.
  var unholdable: [CallID] = []
  /// Calls whose Answer is accepted and waits for its turn.
  var waitingAnswers: [CallID] = []
  /// Of a Start: whom it calls; nil for a plan that starts nobody.
  var start: StartDetails?
}
