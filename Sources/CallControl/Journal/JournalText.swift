/// One line of a journal's text, in its parts.
public struct JournalEntry: Hashable, Sendable, CustomStringConvertible {
  /// The direction of a message between the line and somebody outside it.
  public enum Direction: String, Sendable {
    /// The line sends the message.
    case sent = "<"
    /// The line obeys the message.
    case heard = ">"
    /// The line does not obey the message.
    case disregarded = "!"
  }

  /// A provider or screener that receives or sends a message.
  public struct Peer: Hashable, Sendable {
    /// The id of the provider or screener.
    public let name: String
    /// The direction of the message.
    public let direction: Direction
  }

  /// The provider or screener that receives or sends the message, and the direction; nil for an entry about the line itself.
  public let peer: Peer?
  /// The message, or for an entry about the line itself all of it: the verb, the call and the rest.
  public let message: String

  init(_ message: String) {
    peer = nil
    self.message = message
  }

  init(_ name: some RawRepresentable<String>, _ direction: Direction, _ message: String) {
    peer = Peer(name: name.rawValue, direction: direction)
    self.message = message
  }

  /// The line of text.
  public var description: String {
    guard let peer else { return message }
    return "\(peer.name) \(peer.direction.rawValue) \(message)"
  }
}

/// Writes a line's effects as text for journals and scenario files.
public struct JournalText {
  private let line: LineID
  private let name: (CallID) -> String

  /// Creates a writer for a line; `name` returns a call's label.
  public init(line: LineID, name: @escaping (CallID) -> String) {
    self.line = line
    self.name = name
  }

  /// Returns the entries of an effect: one for each command of a transaction, none for effects that only the shell needs.
  public func entries(_ effect: LineEffect) -> [JournalEntry] {
    if case .sendTransaction(let provider, let commands) = effect { return commands.map { JournalEntry(provider, .sent, message($0)) } }
    return message(effect).map { [$0] } ?? []
  }

  /// Returns the entry of an effect that has one entry at most.
  private func message(_ effect: LineEffect) -> JournalEntry? {
    switch effect {
    case .heard(let provider, let word):
      return JournalEntry(provider, .heard, text(word))
    case .disregarded(let provider, let why, let word):
      return JournalEntry(provider, .disregarded, why == .unknown ? "unknown \(name(call(of: word)))" : "\(why.rawValue) \(text(word))")
    case .send(let provider, let command):
      return JournalEntry(provider, .sent, message(command))
    case .timedOut(let provider, let command):
      return JournalEntry(provider, .sent, "timedOut \(command.kind.rawValue) \(name(command.call))")
    case .verdict(let provider, let call, let accepted, _):
      return JournalEntry(provider, .sent, "verdict \(name(call)) \(accepted)")
    case .restart(let provider):
      return JournalEntry(provider, .sent, "restart")
    case .screen(let screener, let call):
      return JournalEntry(screener, .sent, "screen \(name(call))")
    case .screenTimedOut(let screener, let call):
      return JournalEntry(screener, .sent, "timedOut screen \(name(call))")
    case .screened(let screener, let call, let verdict):
      return JournalEntry(screener, .heard, "\(verdict.rawValue) \(name(call))")
    case .disregardedVerdict(let screener, let call, let verdict):
      return JournalEntry(screener, .disregarded, "stale \(verdict.rawValue) \(name(call))")
    default:
      return ownText(effect).map { JournalEntry($0) }
    }
  }

  /// Returns the text of an effect that is no message to or from a provider or screener; nil for effects that only the shell needs.
  private func ownText(_ effect: LineEffect) -> String? {
    switch effect {
    case .refuseIncoming(_, let call, let error, let screener):
      return "refused incoming \(name(call)) \(error.code.rawValue)" + (screener.map { " \($0)" } ?? "")
    case .activateAudio(let provider, _):
      return "audio + \(provider)\(suffix)"
    case .deactivateAudio(let provider, _):
      return "audio - \(provider)\(suffix)"
    case .accepted(_, let title):
      return title.word == Self.silentTitle ? nil : "accepted \(text(title))"
    case .refused(_, let title, let error):
      return "refused \(text(title)) \(error.code.rawValue)"
    case .done(_, let title):
      return title.word == Self.silentTitle ? nil : "done \(text(title))"
    case .failed(_, let title, let error):
      return "failed \(text(title)) \(error.code.rawValue)"
    case .entered(let call, let state):
      return "\(name(call)) \(state.rawValue)"
    case .ended(let call, let end):
      return "\(name(call)) ended \(end.reason.rawValue)" + (end.cause.map { " \(text($0))" } ?? "")
    case .tone(let call, let tone):
      return "\(tone.rawValue) \(name(call))"
    case .resumeOffered(let call):
      return "resumeOffered \(name(call))"
    case .mediaTimeout(let call):
      return "mediaTimeout \(name(call))"
    case .mediaResumed(let call):
      return "mediaResumed \(name(call))"
    case .transferRequested(let call, let handle):
      return "transferRequested \(name(call)) \(handle)"
    case .log(let record):
      return "log \(name(record.call)) \(record.direction.rawValue) \(record.outcome.rawValue)" + (record.screener.map { " \($0)" } ?? "")
    case .heard, .disregarded, .send, .sendTransaction, .timedOut, .verdict, .screen, .screenTimedOut, .screened, .disregardedVerdict,
      .cancel, .show, .restart, .alreadyEnded, .performed, .dtmfReceived, .changed:
      return nil
    }
  }

  /// The title of a refused transfer request, whose only entry is its verdict.
  private static let silentTitle = "refuseTransfer"

  private var suffix: String { line == .main ? "" : " \(line)" }

  private func text(_ title: RequestTitle) -> String {
    title.word + (title.call.map { " " + name($0) } ?? " -")
  }

  private func text(_ cause: EndCause) -> String {
    if case .madeRoom(let call) = cause { return "madeRoom \(name(call))" }
    return cause.word
  }

  private func call(of word: HeardWord) -> CallID {
    switch word {
    case .fulfilled(_, let call), .failed(_, let call), .incoming(let call), .report(_, let call): call
    }
  }

  private func text(_ word: HeardWord) -> String {
    switch word {
    case .fulfilled(let kind, let call): "fulfilled \(kind.rawValue) \(name(call))"
    case .failed(let kind, let call): "failed \(kind.rawValue) \(name(call))"
    case .incoming(let call): "incoming \(name(call))"
    case .report(.ended(let reason, _), let call): "ended \(name(call)) \(reason.rawValue)"
    case .report(.transferRequested(let handle, _), let call): "transferRequested \(name(call)) \(handle)"
    case .report(let report, let call): "\(report.word) \(name(call))"
    }
  }

  /// Returns the message by which a command goes to its provider: its kind, its call and its details.
  package func message(_ command: ProviderCommand) -> String {
    let head = "\(command.kind.rawValue) \(name(command.call))"
    return command.operation.details(name).map { "\(head) \($0)" } ?? head
  }
}
