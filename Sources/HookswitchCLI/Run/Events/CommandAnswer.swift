internal import Hookswitch

/// The answer to one command line.
struct CommandAnswer: Equatable, Sendable {
  /// The outcome of a command.
  enum Outcome: Equatable, Sendable {
    case done
    /// The line is not a command, or no call fits it; the host was not asked.
    case misunderstood(String)
    /// The host refused, and nothing happened.
    case refused(CallError)
    /// The host accepted, but the request failed.
    case failed(CallError)
    /// The awaited state or event did not come in time.
    case timedOut(String)
    /// The transport gave no diagnosis, for this reason.
    case notTold(String)
    /// The provider keeps its settings, for this reason.
    case notConfigured(String)
    /// The recording did not begin or stop, for this reason.
    case notRecorded(String)
    /// The audio route cannot be changed, for this reason.
    case notRouted(String)
  }

  /// The line as typed.
  var command: String
  var outcome: Outcome
  /// The call of the command.
  var call: CallName?
  /// The labels of the calls in an error.
  var names: [CallID: CallName] = [:]
  /// The list of calls, for `calls`.
  var listing: [ListedCall]?
  /// The audio, for `audio`.
  var audio: AudioReport?
  /// The processes of transports, for `processes`.
  var processes: ProcessReport?
  /// The transport's diagnosis of a call or of itself: one JSON object.
  var diagnosis: String?
  /// The text of the answer, for people.
  var text: String?

  var isGood: Bool { outcome == .done }

  /// The outcome in one sentence without a full stop.
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

/// A call in the list of `calls`.
struct ListedCall: Equatable, Sendable {
  var name: CallName
  var call: Call
  /// The time since it was connected, or else since it began.
  var duration: Duration
  /// The other calls of its group.
  var with: [CallName]
}
