internal import Hookswitch

/// A parsed command line of `hookswitch run`.
///
/// A command without a call takes the newest call that fits.
enum RunCommand: Equatable, Sendable {
  /// The target of a transfer.
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
  /// New settings for a provider: one JSON object, as typed.
  case configure(provider: String, settings: String)
  case calls
  case wait(Awaited, CallName?, Duration?)
  case help
  case quit
}
