internal import Hookswitch

/// The reason why a command line cannot be parsed.
enum RunCommandError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknown(String)
  case missing(String, of: RunWord)
  case tooMuch(String, of: RunWord)
  case noCall(String, of: RunWord)
  case noChoice(String)
  case noReason(String)
  case nothingToAwait(String)
  case noSeconds(String)
  /// The settings are not a JSON object, for this reason.
  case noObject(String)

  var description: String {
    switch self {
    case .unknown(let word):
      "unknown command \(word)\(Suggestion.text(for: word, among: RunWord.allCases.map(\.rawValue))); help lists all commands"
    case .missing(let what, let word): "\(what) is missing: \(word.synopsis)"
    case .tooMuch(let text, let word): "\(text) is one argument too many: \(word.synopsis)"
    case .noCall(let text, let word): "\(text) is not a call (calls are named c1, c2 …): \(word.synopsis)"
    case .noChoice(let text): "\(text) is not a way to answer: automatic, holdActive, endActive or endHeldAndHoldActive"
    case .noReason(let text):
      "\(text) is not a call or a reason to decline: \(Decline.Reason.allCases.map(\.rawValue).joined(separator: ", "))"
    case .nothingToAwait(let text):
      "\(text) is not a state or an event\(Suggestion.text(for: text, among: Awaited.words)): \(Awaited.words.joined(separator: ", "))"
    case .noObject(let reason): "SETTINGS is not a JSON object, such as {\"port\": 5070}: \(reason)"
    case .noSeconds(let text): "\(text) is not a number of seconds from 0 to 86400"
    }
  }
}
