internal import TransportKit

/// One thing that a far end, or the network before it, does by itself.
indirect enum Step: Hashable, Sendable {
  /// Lets time pass.
  case wait(Duration)
  /// Rings for as long as the setting `no-answer-s` says.
  case waitForNoAnswer
  /// Lets a tone be heard for as long as the setting `tone-s` says; with none, nothing is heard.
  case tone(Sound)
  /// The network takes the call.
  case proceed
  /// The far end is alerted, and we hear its ringback.
  case ring
  /// Answers.
  case answer
  /// Holds us.
  case hold
  /// Resumes us.
  case resume
  /// Says nothing but this, once or, as a tone, for ever; before the answer it is early media.
  case play(Sound)
  /// Plays nothing any more.
  case quiet
  /// Gives back the digits that it has heard since it last did.
  case repeatDigits(DigitForm)
  /// Does this with what it hears.
  case listen(Ear)
  /// Waits for digits, each of which leads to steps of its own.
  case menu(Menu)
  /// The far end, or the network, ends the call.
  case hangUp(Cause)
  /// Goes on as that number would.
  case forward(String)
  /// With this probability these steps come in place of the rest.
  case chance(Double, [Step])
  /// Somebody calls us, beside this call.
  case callBack(CallBack)
  /// Another device of ours takes the call.
  case answerElsewhere
  /// Another device of ours declines it.
  case declineElsewhere
  /// Says this of the call, whether or not it is so.
  case claim(CallState)
  /// Nothing comes from it any more, as from a dead network; the call is lost when the exchange notices.
  case vanish
  /// The line is cut for so long: every call on it is gone.
  case cutLine(Duration)
  /// The exchange starts again and is back after so long: it has forgotten every call.
  case restart(Duration)
}

/// The ways in which a far end gives digits back.
enum DigitForm: String, CaseIterable, Hashable, Sendable {
  /// As DTMF.
  case tones
  /// Spoken.
  case speech
  /// As its name, which the host shows.
  case name
}
