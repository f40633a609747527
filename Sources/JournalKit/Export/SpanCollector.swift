internal import CallControl
internal import FoundationEssentials

/// Collects the spans of calls from the records of a journal.
struct SpanCollector {
  private struct RequestKey: Hashable {
    let line: LineID
    let request: RequestID
  }

  private struct CommandKey: Hashable {
    let line: LineID
    let command: CommandID
  }

  private let showsNumbers: Bool
  private var calls: [Span] = []
  private var places: [CallID: Int] = [:]
  private var parts: [Span] = []
  private var requests: [RequestKey: Int] = [:]
  private var commands: [CommandKey: Int] = [:]

  init(showsNumbers: Bool) {
    self.showsNumbers = showsNumbers
  }

  /// Returns all spans, calls before their parts; those under way end at a time, without a status.
  func spans(endingAt end: Instant) -> [Span] {
    (calls + parts).map { span in
      guard span.end == nil else { return span }
      var span = span
      span.attributes.append(("hookswitch.unfinished", "true"))
      span.events.append(Span.Event(time: end, name: "journal ends"))
      return span
    }
  }

  mutating func take(_ record: JournalRecord) {
    switch record.body {
    case .received(let line, let event, let effects):
      take(event, on: line, at: record.time)
      for effect in effects { take(effect, on: line, at: record.time) }
    case .wire(let provider, let call?, protocol: let name, let text, let isOutgoing):
      let sip = SIPText(text, of: name)
      let label = sip?.label ?? String(text.prefix { !$0.isNewline }.prefix(80))
      add(
        "\(name) \(PlainText.clean(label, limit: 120))", to: call, at: record.time,
        [("hookswitch.provider", provider.rawValue), ("network.direction", isOutgoing ? "sent" : "received")])
      if let id = sip?.callID { set("sip.call_id", id, of: call) }
    case .opened, .closed, .provider, .upgraded, .unknown, .wire: break
    }
  }

  private mutating func take(_ event: LineEvent, on line: LineID, at time: Instant) {
    switch event {
    case .request(let request, _):
      // A request that names no call belongs to no trace.
      guard let call = (request.body.startedCalls + request.body.namedCalls).first else { return }
      let word = LadderLabel.word(of: request.body)
      let id = Span.part("request \(line) \(request.id.rawValue) \(time.nanoseconds)", of: call)
      requests[RequestKey(line: line, request: request.id)] = parts.count
      parts.append(
        Span(
          call: call, id: id, parent: Span.root(of: call), name: "request \(word)", start: time,
          attributes: [("hookswitch.line", line.rawValue), ("hookswitch.origin", request.origin.rawValue)]))
      for started in request.body.startedCalls { begin(started, on: line, at: time, [("hookswitch.direction", "outgoing")]) }
    case .incoming(let provider, let incoming, _):
      begin(
        incoming.call, on: line, at: time, [("hookswitch.direction", "incoming"), ("hookswitch.provider", provider.rawValue)])
      if showsNumbers, let handle = incoming.update.remoteHandle { set("hookswitch.far_end", handle.description, of: incoming.call) }
    case .fulfilled(_, let ref, _): finish(ref, on: line, at: time, nil)
    case .failed(_, let ref, let failure):
      let message: String? = if case .failed(let error) = failure { error?.message } else { "not implemented" }
      finish(ref, on: line, at: time, message.flatMap { $0.isEmpty ? nil : $0 } ?? "failed")
    default: break
    }
  }

  private mutating func take(_ effect: LineEffect, on line: LineID, at time: Instant) {
    switch effect {
    case .send(let provider, let command): begin(command, at: provider, on: line, time)
    case .sendTransaction(let provider, let commands): for command in commands { begin(command, at: provider, on: line, time) }
    case .timedOut(_, let command):
      finish(CommandRef(line: line, id: command.id, call: command.call, kind: command.kind), on: line, at: time, "timed out")
    case .accepted(let id, _): if let place = requests[RequestKey(line: line, request: id)] { parts[place].note("accepted", time) }
    case .done(let id, _): end(id, on: line, at: time, nil)
    case .failed(let id, _, let error): end(id, on: line, at: time, error.code.rawValue)
    case .refused(let id, let title, let error):
      end(id, on: line, at: time, error.code.rawValue)
      // A call whose start was refused never entered a state.
      if let place = title.call.flatMap({ places[$0] }), calls[place].events.isEmpty {
        (calls[place].end, calls[place].error) = (time, error.code.rawValue)
      }
    case .entered(let call, let state): add(state.rawValue, to: call, at: time)
    case .ended(let call, let end): finish(call, end, at: time)
    case .refuseIncoming(_, let call, let error, _):
      if let place = places[call] { (calls[place].end, calls[place].error) = (time, error.code.rawValue) }
    case .log(let record):
      set("hookswitch.provider", record.provider.rawValue, of: record.call)
      set("hookswitch.outcome", record.outcome.rawValue, of: record.call)
      if showsNumbers, let handle = record.handle { set("hookswitch.far_end", handle.description, of: record.call) }
    default: break
    }
  }

  // MARK: Spans

  private mutating func begin(_ call: CallID, on line: LineID, at time: Instant, _ attributes: [(String, String)]) {
    guard places[call] == nil else { return }
    places[call] = calls.count
    calls.append(
      Span(
        call: call, id: Span.root(of: call), parent: nil, name: "call", start: time,
        attributes: [("hookswitch.line", line.rawValue)] + attributes))
  }

  private mutating func begin(_ command: ProviderCommand, at provider: ProviderID, on line: LineID, _ time: Instant) {
    commands[CommandKey(line: line, command: command.id)] = parts.count
    parts.append(
      Span(
        call: command.call, id: Span.part("command \(line) \(command.id.rawValue) \(time.nanoseconds)", of: command.call),
        parent: Span.root(of: command.call), name: "command \(command.kind.rawValue)", start: time,
        attributes: [("hookswitch.line", line.rawValue), ("hookswitch.provider", provider.rawValue)]))
  }

  private mutating func finish(_ ref: CommandRef, on line: LineID, at time: Instant, _ error: String?) {
    guard let place = commands.removeValue(forKey: CommandKey(line: line, command: ref.id)) else { return }
    (parts[place].end, parts[place].error) = (time, error)
  }

  private mutating func end(_ request: RequestID, on line: LineID, at time: Instant, _ error: String?) {
    guard let place = requests.removeValue(forKey: RequestKey(line: line, request: request)) else { return }
    (parts[place].end, parts[place].error) = (time, error)
  }

  private mutating func finish(_ call: CallID, _ end: CallEnd, at time: Instant) {
    guard let place = places[call] else { return }
    calls[place].end = time
    if end.reason == .failed { calls[place].error = end.cause?.word ?? end.reason.rawValue }
    calls[place].attributes.append(("hookswitch.end.reason", end.reason.rawValue))
    if let cause = end.cause { calls[place].attributes.append(("hookswitch.end.cause", cause.word)) }
  }

  private mutating func add(_ name: String, to call: CallID, at time: Instant, _ attributes: [(String, String)] = []) {
    guard let place = places[call] else { return }
    calls[place].events.append(Span.Event(time: time, name: name, attributes: attributes))
  }

  private mutating func set(_ key: String, _ value: String, of call: CallID) {
    guard let place = places[call], !calls[place].attributes.contains(where: { $0.0 == key }) else { return }
    calls[place].attributes.append((key, value))
  }
}

extension Span {
  fileprivate mutating func note(_ name: String, _ time: Instant) { events.append(Event(time: time, name: name)) }
}
