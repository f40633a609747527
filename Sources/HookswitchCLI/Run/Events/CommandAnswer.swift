internal import Hookswitch

/// What became of one command line.
struct CommandAnswer: Equatable, Sendable {
  /// How it went.
  enum Outcome: Equatable, Sendable {
    case done
    /// It is no command, or no call fits it: nothing was asked of the host.
    case misunderstood(String)
    /// The host said no, and nothing happened.
    case refused(CallError)
    /// The host said yes, and then it did not work.
    case failed(CallError)
    /// What was waited for did not come in so many seconds.
    case timedOut(String)
    /// The transport tells nothing, for this reason.
    case notTold(String)
    /// The provider keeps its settings, for this reason.
    case notConfigured(String)
    /// Nothing is recorded, for this reason.
    case notRecorded(String)
    /// The sound cannot take that way, for this reason.
    case notRouted(String)
  }

  /// The line as it was typed.
  var command: String
  var outcome: Outcome
  /// The call that it was about.
  var call: CallName?
  /// The names of calls that an error speaks of.
  var names: [CallID: CallName] = [:]
  /// What the command lists.
  var listing: [ListedCall]?
  /// How the audio is, where the command asks that.
  var audio: AudioReport?
  /// What a transport tells of a call or itself: one JSON object.
  var diagnosis: String?
  /// What the command says, for people.
  var text: String?

  var isGood: Bool { outcome == .done }

  /// Why it is not good, in one sentence without a full stop.
  var reason: String {
    switch outcome {
    case .done: "done"
    case .misunderstood(let text), .timedOut(let text), .notTold(let text), .notConfigured(let text), .notRecorded(let text),
      .notRouted(let text):
      text
    case .refused(let error): "refused, \(sentence(error))"
    case .failed(let error): "failed, \(sentence(error))"
    }
  }

  private func sentence(_ error: CallError) -> String {
    var text = "\(error.code.rawValue): \(error.code.sentence)"
    if let kinds = error.handleKinds { text += ", only \(kinds.map(\.rawValue).joined(separator: ", "))" }
    let inTheWay = error.calls.compactMap { names[$0] }.filter { $0 != call }.sorted()
    if !inTheWay.isEmpty { text += " (\(inTheWay.map(\.description).joined(separator: ", ")))" }
    if let transport = error.transport, !transport.message.isEmpty { text += ": \(transport.message)" }
    return text
  }
}

/// A call as `calls` lists it.
struct ListedCall: Equatable, Sendable {
  var name: CallName
  var call: Call
  var line: LineID
  /// Since it could be talked on, or else since it began.
  var duration: Duration
  /// The other calls that are heard with it.
  var with: [CallName]
}
