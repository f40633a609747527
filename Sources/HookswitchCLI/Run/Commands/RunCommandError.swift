internal import Hookswitch
internal import HostConfiguration

/// The reason why a command line cannot be parsed, or the host is not asked.
enum RunCommandError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A word that is no command, with the commands that there are.
  case unknown(String, among: [String])
  /// An operand that the command needs; the second text is the command's synopsis.
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
    case .unknown(let word, let commands):
      "unknown command \(word)\(Suggestion.text(for: word, among: commands)); help lists all commands"
    case .missing(let what, let synopsis): "\(what) is missing: \(synopsis)"
    case .tooMuch(let text, let synopsis): "\(text) is one argument too many: \(synopsis)"
    case .noCall(let text, let synopsis): "\(text) is not a call (calls are named c1, c2 …): \(synopsis)"
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
}
