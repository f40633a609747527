internal import TransportKit

/// One action of a far end.
enum Step: Sendable {
  /// Waits.
  case wait(Duration)
  /// Waits for the time that the setting `no-answer-after-ms` gives.
  case waitForNoAnswer
  /// The network accepts the call.
  ///
  /// Delayed by the setting `connecting-after-ms`.
  case connecting
  /// Rings.
  case ring
  /// The network plays audio before the answer.
  case earlyMedia
  /// Answers.
  ///
  /// Delayed by the setting `connected-after-ms`.
  case answer
  /// Holds us.
  case hold
  /// Resumes us.
  case resume
  /// Sends digits.
  case digits(String)
  /// Ends the call.
  case hangUp(Cause)
  /// Another device of ours answers the call.
  case answerElsewhere
  /// Schedules another call, to us, a second later, with this script.
  case callBack([Step])
}

/// Faults of the network behind a number, to test how a host handles them.
struct Faults: OptionSet {
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
