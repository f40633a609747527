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
