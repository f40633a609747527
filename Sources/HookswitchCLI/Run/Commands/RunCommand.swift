internal import Hookswitch

/// One command line of `hookswitch run`, understood.
///
/// A call that is not named is the newest that fits.
enum RunCommand: Equatable, Sendable {
  /// Whom a call is handed over to.
  enum Target: Equatable, Sendable {
    case handle(String)
    case call(CallName)
  }

  case dial(provider: String, handle: String)
  case answer(CallName?, AnswerChoice)
  case decline(CallName?, Decline? = nil)
  case end(CallName?)
  case hold(CallName?)
  case resume(CallName?)
  case swap
  case merge([CallName])
  case split(CallName?)
  case mute(CallName?, Bool)
  case dtmf(CallName?, String)
  case goOn(CallName?)
  case transfer(CallName?, to: Target)
  case decideTransfer(CallName?, Bool)
  case record(CallName?, file: String, asGroup: Bool)
  case stop(CallName?)
  case audio
  case route(String)
  case stats(CallName?, provider: String?)
  /// Other settings for a provider: one JSON object, as it was typed.
  case configure(provider: String, settings: String)
  case calls
  case wait(Awaited, CallName?, Duration?)
  case help
  case quit
}
