/// Writes a line's effects as text for journals and scenario files, one line for each effect.
public struct JournalText {
  private let line: LineID
  private let name: (CallID) -> String

  /// Creates a writer for a line; `name` returns a call's label.
  public init(line: LineID, name: @escaping (CallID) -> String) {
    self.line = line
    self.name = name
  }

  /// Returns the entry of an effect; nil for effects that only the shell needs.
  public func entry(_ effect: LineEffect) -> String? {
    switch effect {
    case .heard(let provider, let word):
      return "\(provider) > \(text(word))"
    case .disregarded(let provider, let why, let word):
      return why == .unknown ? "\(provider) ! unknown \(name(call(of: word)))" : "\(provider) ! \(why.rawValue) \(text(word))"
    case .send(let provider, let command):
      return "\(provider) < \(text(command))"
    case .sendTransaction(let provider, let commands):
      return commands.map { "\(provider) < \(text($0))" }.joined(separator: "\n")
    case .timedOut(let provider, let command):
      return "\(provider) < timedOut \(command.kind.rawValue) \(name(command.call))"
    case .verdict(let provider, let call, let accepted, _):
      return "\(provider) < verdict \(name(call)) \(accepted)"
    case .refuseIncoming(_, let call, let error, let screener):
      return "refused incoming \(name(call)) \(error.code.rawValue)" + (screener.map { " \($0)" } ?? "")
    case .activateAudio(let provider, _):
      return "audio + \(provider)\(suffix)"
    case .deactivateAudio(let provider, _):
      return "audio - \(provider)\(suffix)"
    case .screen(let screener, let call):
      return "\(screener) < screen \(name(call))"
    case .screenTimedOut(let screener, let call):
      return "\(screener) < timedOut screen \(name(call))"
    case .screened(let screener, let call, let verdict):
      return "\(screener) > \(verdict.rawValue) \(name(call))"
    case .disregardedVerdict(let screener, let call, let verdict):
      return "\(screener) ! stale \(verdict.rawValue) \(name(call))"
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
    case .cancel, .show, .alreadyEnded, .performed, .dtmfReceived, .changed:
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

  private func text(_ command: ProviderCommand) -> String {
    let head = "\(command.kind.rawValue) \(name(command.call))"
    switch command.content {
    case .start, .answer: return head
    case .end: return command.decline.map { "\(head) \($0.reason.rawValue)" } ?? head
    case .setHeld(let value), .setMuted(let value): return "\(head) \(value)"
    case .setGroup(let other): return "\(head) \(other.map(name) ?? "-")"
    case .playDTMF(let digits, _): return "\(head) \(digits)"
    case .transfer(.handle(let handle)): return "\(head) \(handle)"
    case .transfer(.call(let other)): return "\(head) \(name(other))"
    }
  }
}
