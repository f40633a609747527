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

/// Faults of the network behind a number, to test how a host handles them.
struct Faults: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The start action is never completed.
  static let deafToStart = Faults(rawValue: 1)
  /// Hold, mute, DTMF and group actions are never completed.
  static let deafToChanges = Faults(rawValue: 2)
  /// The end action is never completed.
  static let deafToEnd = Faults(rawValue: 4)
  /// Hold actions fail.
  static let refusesHold = Faults(rawValue: 8)
  /// The far end sends nothing any more, as on a dead network.
  static let vanished: Faults = [.deafToChanges, Faults(rawValue: 16)]
}
