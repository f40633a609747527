internal import TransportKit

/// One action of a far end, or of the network before it.
indirect enum Step: Hashable, Sendable {
  /// Waits.
  case wait(Duration)
  /// Waits for the time that the setting `no-answer-s` gives.
  case waitForNoAnswer
  /// Plays a tone for the time that the setting `tone-s` gives; at 0 it plays nothing.
  case tone(Sound)
  /// The network accepts the call.
  case proceed
  /// The far end is alerted, and we hear its ringback.
  case ring
  /// Answers.
  case answer
  /// Holds us.
  case hold
  /// Resumes us.
  case resume
  /// Plays this sound and stops the one before; before the answer it is early media.
  case play(Sound)
  /// Stops playback.
  case quiet
  /// Repeats the digits heard since the last repetition.
  case repeatDigits(DigitForm)
  /// Uses the received audio in this way.
  case listen(Listening)
  /// Waits for digits, each of which starts its own steps.
  case menu(Menu)
  /// The far end, or the network, ends the call.
  case hangUp(Cause)
  /// Continues as that number would.
  case forward(String)
  /// Replaces the remaining steps with these, with this probability.
  case chance(Double, [Step])
  /// Schedules another call, to us.
  case callBack(CallBack)
  /// Another device of ours answers the call.
  case answerElsewhere
  /// Another device of ours declines the call.
  case declineElsewhere
  /// Reports this state of the call, true or not.
  case claim(CallState)
  /// The far end goes silent, as on a dead network; the call ends when the exchange notices.
  case vanish
  /// The line is cut for this time: every call on it ends.
  case cutLine(Duration)
  /// The exchange restarts and is back after this time: it forgets every call.
  case restart(Duration)
}

/// The forms in which a far end repeats digits.
enum DigitForm: String, CaseIterable, Hashable, Sendable {
  /// As DTMF.
  case tones
  /// Spoken.
  case speech
  /// As its display name, which the host shows.
  case name
}

/// A far end's script for each digit that it hears.
struct Menu: Hashable, Sendable {
  /// The steps for each digit.
  var keys: [Character: [Step]] = [:]
  /// The steps for any other digit.
  var otherwise: [Step] = []
}

/// A call that a far end makes to us: its delay, its caller and the caller's script.
struct CallBack: Hashable, Sendable {
  /// The delay before the call arrives.
  var after = Duration.zero
  /// The caller, as a number of the plan; nil for the number that we called.
  var from: String?
  /// True when the caller withholds its number.
  var isWithheld = false
  /// True when the network cannot tell the caller's number.
  var isUnavailable = false
  /// The number that the caller dialed, as a number of the plan, when the call was diverted to us.
  var divertedFrom: String?
  /// The caller's script while the call rings at our end.
  var ringing: [Step] = [.waitForNoAnswer, .hangUp(.noAnswer)]
  /// The caller's script once we have answered.
  var answered: [Step] = []
}
