internal import TransportKit

/// One thing that a far end does by itself.
enum Step: Sendable {
  /// Lets time pass.
  case wait(Duration)
  /// Rings for as long as the setting `no-answer-after-ms` says.
  case waitForNoAnswer
  /// The network takes the call.
  ///
  /// Comes after the setting `connecting-after-ms`.
  case connecting
  /// Rings.
  case ring
  /// The network plays something.
  case earlyMedia
  /// Answers.
  ///
  /// Comes after the setting `connected-after-ms`.
  case answer
  /// Holds us.
  case hold
  /// Resumes us.
  case resume
  /// Sends digits.
  case digits(String)
  /// Ends the call.
  case hangUp(Cause)
  /// Another device of ours takes the call.
  case answerElsewhere
  /// Calls us after a second, and then does this unless we answer.
  case callBack([Step])
}
