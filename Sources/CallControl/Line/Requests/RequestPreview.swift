/// The course that a request would take, found on a copy of its line.
///
/// A pure value. The copy judges the request and plans its steps as the line would; each provider counts as carrying out its commands at
/// once. Nothing is sent, and the line itself does not change.
package struct RequestPreview: Hashable, Sendable {
  /// A command that a provider would receive.
  package struct Step: Hashable, Sendable {
    /// The provider.
    package let provider: ProviderID
    /// The command's call.
    package let call: CallID
    /// The operation.
    package let operation: CallOperation
    /// The cause of an End.
    package let cause: EndCause?

    init(_ command: ProviderCommand, at provider: ProviderID) {
      self.provider = provider
      call = command.call
      operation = command.operation
      cause = command.cause
    }
  }

  /// The outcome.
  package enum Outcome: Hashable, Sendable {
    /// A rule refuses the request.
    case refused(CallError)
    /// The request is performed after its steps.
    case performed
    /// The request is accepted, and then fails.
    case failed(CallError)
    /// The request waits for something other than an answer of a provider, such as a provider that is not ready (S8) or a pause (M2).
    case waiting
  }

  /// The largest number of commands that a preview follows; a request about a full line needs far fewer.
  static let limit = 256

  /// The commands, in order.
  package private(set) var steps: [Step] = []
  /// The outcome.
  package private(set) var outcome = Outcome.waiting

  fileprivate init() {}

  /// Takes the effects of an event, and returns the commands that were sent, with their providers.
  fileprivate mutating func take(_ effects: [LineEffect], of request: RequestID) -> [Pending] {
    var sent: [Pending] = []
    for effect in effects {
      switch effect {
      case .send(let provider, let command): sent.append(Pending(provider: provider, command: command))
      case .sendTransaction(let provider, let commands): sent += commands.map { Pending(provider: provider, command: $0) }
      case .refused(request, _, let error): outcome = .refused(error)
      case .failed(request, _, let error): outcome = .failed(error)
      case .done(request, _): outcome = .performed
      default: break
      }
    }
    steps += sent.map { Step($0.command, at: $0.provider) }
    return sent
  }
}

extension Line {
  /// Returns the course that a request would take now.
  ///
  /// Commands that the line sent before count as carried out too, since the request may wait for them; they are not among the steps.
  ///
  /// - Parameters:
  ///   - body: the content of the request.
  ///   - origin: the origin that counts for the rules.
  ///   - facts: the switchboard's facts about its calls.
  ///   - now: the time.
  package func preview(
    _ body: RequestBody, origin: Origin, facts: RequestFacts = RequestFacts(), at now: Instant
  ) -> RequestPreview {
    var copy = self
    var preview = RequestPreview()
    // No request of the host has this id.
    let id = RequestID(rawValue: .max)
    var open = pending
    open += preview.take(copy.receive(.request(CallRequest(id: id, origin: origin, body: body), facts), at: now), of: id)
    var next = 0
    while next < open.count, next < RequestPreview.limit, preview.outcome == .waiting {
      let (provider, command) = (open[next].provider, open[next].command)
      next += 1
      let ref = CommandRef(line: self.id, id: command.id, call: command.call, kind: command.kind)
      open += preview.take(copy.receive(.fulfilled(provider, ref), at: now), of: id)
    }
    return preview
  }
}
