internal import Hookswitch
internal import HostConfiguration

/// The reason why a command line cannot be parsed, or the host is not asked.
enum RunCommandError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknown(String)
  case missing(String, of: String)
  case tooMuch(String, of: String)
  case noCall(String, of: String)
  case noChoice(String)
  case noReason(String)
  case nothingToAwait(String)
  case noSeconds(String)
  /// The settings are not a JSON object, for this reason.
  case noObject(String)
  case noSuchCall(CallName)
  /// The command names no call, and none fits.
  case nothingFits(CallFit)
  case nothingToMerge
  case callIsOver
  case noProvider(String, among: [String])

  var description: String {
    switch self {
    case .unknown(let word):
      "unknown command \(word)\(Suggestion.text(for: word, among: RunCommand.all.map(\.word))); help lists all commands"
    case .missing(let what, let word): "\(what) is missing: \(Self.synopsis(word))"
    case .tooMuch(let text, let word): "\(text) is one argument too many: \(Self.synopsis(word))"
    case .noCall(let text, let word): "\(text) is not a call (calls are named c1, c2 …): \(Self.synopsis(word))"
    case .noChoice(let text): "\(text) is not a way to answer: automatic, holdActive, endActive or endHeldAndHoldActive"
    case .noReason(let text):
      "\(text) is not a call or a reason to decline: \(Decline.Reason.allCases.map(\.rawValue).joined(separator: ", "))"
    case .nothingToAwait(let text):
      "\(text) is not a state or an event\(Suggestion.text(for: text, among: Awaited.words)): \(Awaited.words.joined(separator: ", "))"
    case .noObject(let reason): "SETTINGS is not a JSON object, such as {\"port\": 5070}: \(reason)"
    case .noSeconds(let text): "\(text) is not a number of seconds from 0 to 86400"
    case .noSuchCall(let name): "there is no call \(name)"
    case .nothingFits(let fit): fit.absence
    case .nothingToMerge: "merge needs an active and a held call"
    case .callIsOver: "that call is over"
    case .noProvider(let name, let names):
      "there is no provider \(name)\(Suggestion.text(for: name, among: names)); "
        + (names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))")
    }
  }

  private static func synopsis(_ word: String) -> String { RunCommand.named(word)?.synopsis ?? word }
}
