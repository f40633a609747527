/// The facts about a plan that the rules need.
struct PlanContext: Hashable, Sendable {
  /// The origin of the request.
  var origin: Origin
  /// True while the request is judged, false while it is carried out.
  var isJudging = false
  /// True once an Answer has chosen the calls that it ends; it chooses once, when its turn comes.
  var hasDecided = false
  /// True once an emergency has ended a held group to make room.
  var hasMadeRoom = false
  /// Calls that could not be held, so that an emergency ends them.
  var unholdable: [CallID] = []
  /// Calls whose Answer is accepted and waits for its turn.
  var waitingAnswers: [CallID] = []
  /// A Start's details; nil for a plan without a Start.
  ///
  /// Boxed, because plans and contexts are copied at every step.
  var start: Boxed<StartDetails>?
}
