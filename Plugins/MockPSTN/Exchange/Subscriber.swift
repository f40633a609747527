/// A number's subscriber, and the script of a call to it.
struct Subscriber: Hashable, Sendable {
  /// A description of the behaviour, for people.
  var does = ""
  /// The name in its caller identification.
  var name = ""
  /// True when its caller identification is withheld.
  var isWithheld = false
  /// The script of a call to it.
  var steps: [Step] = []
  /// The actions that are never completed, or fail.
  var faults: Faults = []
  /// True when a test controls it.
  var isTestPeer = false

  /// The steps after its answer; empty when it never answers.
  var stepsOnceConnected: [Step] {
    steps.firstIndex(of: .answer).map { Array(steps[($0 + 1)...]) } ?? []
  }

  /// The steps for an answered call that is put through to it: such a call cannot ring any more.
  var stepsBehindAnAnswer: [Step] { steps.contains(.answer) ? stepsOnceConnected : steps }
}
