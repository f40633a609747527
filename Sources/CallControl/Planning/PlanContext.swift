/// What a rule must know of the plan that it is asked for.
struct PlanContext: Hashable, Sendable {
  /// Who asks.
  var origin: Origin
  /// Whether the request is being judged (true) or carried out (false).
  var isJudging = false
  /// Of an Answer: whether it was decided whom it ends to make room; that is done once, when its turn comes.
  var hasDecided = false
  /// Of an emergency: whether a held group was ended to make room.
  var hasMadeRoom = false
  /// Calls that would not be held, so that an emergency ends them.
  var unholdable: [CallID] = []
  /// Calls whose Answer is accepted and waits for its turn.
  var waitingAnswers: [CallID] = []
  /// Of a Start: whom it calls; nil for a plan that starts nobody.
  ///
  /// Boxed, because plans and contexts are copied at every step.
  var start: Boxed<StartDetails>?
}
