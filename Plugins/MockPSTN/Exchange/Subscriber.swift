/// Who has a number of the plan, and what happens when it is called.
struct Subscriber: Hashable, Sendable {
  /// For people.
  var does = ""
  /// The name that its caller id carries.
  var name = ""
  /// Whether its caller id is kept from whom it calls.
  var isWithheld = false
  /// What happens, step by step, once it is called.
  var steps: [Step] = []
  /// Which actions are never completed, or refused.
  var faults: Faults = []
  /// Whether a test drives it.
  var isTestPeer = false

  /// What it does once it has answered; nothing, if it never does.
  var stepsOnceConnected: [Step] {
    steps.firstIndex(of: .answer).map { Array(steps[($0 + 1)...]) } ?? []
  }

  /// What is met by a call that is put through to it and was answered before: there is no ringing any more.
  var stepsBehindAnAnswer: [Step] { steps.contains(.answer) ? stepsOnceConnected : steps }
}
