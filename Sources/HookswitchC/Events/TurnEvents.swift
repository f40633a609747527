internal import CHookswitch
internal import FoundationEssentials
internal import Hookswitch
internal import Locking

/// The kinds of events that a program chose to receive, as HK_LISTEN_….
struct Listening: OptionSet, Sendable {
  let rawValue: UInt32

  static let calls = Listening(rawValue: HK_LISTEN_CALLS)
  static let results = Listening(rawValue: HK_LISTEN_RESULTS)
  static let providers = Listening(rawValue: HK_LISTEN_PROVIDERS)
  static let lineAudio = Listening(rawValue: HK_LISTEN_LINE_AUDIO)
  static let log = Listening(rawValue: HK_LISTEN_LOG)
  static let usual = Listening(rawValue: HK_LISTEN_USUAL)
  private static let all: Listening = [.calls, .results, .providers, .lineAudio, .log]

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Reads an argument; 0 is the usual set.
  init(bits: UInt32, _ name: String) throws(EmbeddingError) {
    guard bits & ~Self.all.rawValue == 0 else { throw .invalid("the member \(name) has unknown bits: \(bits & ~Self.all.rawValue)") }
    self = bits == 0 ? .usual : Listening(rawValue: bits)
  }
}

/// Makes the program's events of a host's news, in C's form.
///
/// The threads that drain the lines call it; it waits for nothing.
final class TurnEvents: Sendable {
  /// The incoming calls that were announced, so that a failed answer does not announce one again.
  private let announced = Locked<Set<CallID>>([])
  /// Returns a call that did not change in the turn, with the group in front of its line.
  private let call: @Sendable (CallID) -> (call: Call, front: GroupID?)?

  init(call: @escaping @Sendable (CallID) -> (call: Call, front: GroupID?)?) {
    self.call = call
  }

  /// Returns the events of a turn, in order.
  func events(of turn: TurnNews, for listening: Listening) -> [WrittenEvent] {
    var events: [WrittenEvent] = []
    var told: [CallID] = []
    for body in turn.events {
      guard var event = event(body, turn, listening, &told) else { continue }
      if event.line == nil { event.line = turn.line }
      events.append(WrittenEvent(event, of: turn.change))
    }
    guard listening.contains(.calls), let change = turn.change else { return events }
    for place in change.changed.indices where !told.contains(change.changed[place].uuid) && !change.changed[place].hasEnded {
      var event = QueuedEvent(HK_EVENT_CHANGED, at: turn.time)
      (event.line, event.provider) = (turn.line, change.changed[place].provider.rawValue)
      event.subject = .changed(place)
      events.append(WrittenEvent(event, of: change))
    }
    return events
  }

  /// Returns the event of something that happened outside of a line's turn.
  func event(of news: HostEvent, for listening: Listening) -> QueuedEvent? {
    let turn = TurnNews(line: news.line ?? .main, time: news.time, change: nil, events: [])
    var told: [CallID] = []
    var event = event(news.body, turn, listening, &told)
    if event?.line == nil { event?.line = news.line }
    return event
  }

  private func event(_ body: HostEvent.Body, _ turn: TurnNews, _ listening: Listening, _ told: inout [CallID]) -> QueuedEvent? {
    let kind = body.listening
    // Incoming calls are remembered also while the program does not listen to calls.
    let isNew = if case .entered(let call, .ringing) = body { announced.withLock { $0.insert(call).inserted } } else { false }
    if case .ended(let call, _) = body { announced.withLock { _ = $0.remove(call) } }
    guard listening.contains(kind) else { return nil }
    switch body {
    case .entered(let call, let state): return entered(call, state, isNew: isNew, turn, &told)
    case .ended(let call, _):
      told.append(call)
      return about(call, HK_EVENT_ENDED, turn)
    case .tone(let call, let tone):
      var event = about(call, HK_EVENT_TONE, turn)
      event.value = tone == .quiet ? 0 : tone == .ring ? 1 : 2
      return event
    case .resumeOffered(let call): return about(call, HK_EVENT_RESUME_OFFERED, turn)
    case .transferRequested(let call, let handle):
      var event = about(call, HK_EVENT_TRANSFER_REQUESTED, turn)
      (event.kind, event.text) = (handle.type.rawValue, handle.value)
      return event
    case .dtmfReceived(let call, let digits):
      var event = about(call, HK_EVENT_DTMF, turn)
      event.text = digits
      return event
    case .mediaTimeout(let call): return about(call, HK_EVENT_MEDIA, turn)
    case .mediaResumed(let call):
      var event = about(call, HK_EVENT_MEDIA, turn)
      event.value = 1
      return event
    case .refusedIncoming, .lagged: return nil
    case .record(let record):
      var event = QueuedEvent(HK_EVENT_RECORD, at: turn.time)
      event.value = Numbers.outcomes.first { $0.outcome == record.outcome }?.number ?? 0
      event.status = record.refusal.map { StatusNames.status(of: $0) } ?? HK_OK
      (event.text, event.provider) = (record.screener?.rawValue, record.provider.rawValue)
      event.subject = .record(record, turn.line)
      return event
    case .audio(let provider, let isActive, let reason):
      var event = about(provider, HK_EVENT_AUDIO_OWNER, turn)
      (event.value, event.text) = (isActive ? 1 : 0, reason.rawValue)
      return event
    case .timedOut(let provider, let command):
      var event = about(provider, HK_EVENT_COMMAND_TIMED_OUT, turn)
      event.action = ActionContent(command, of: provider)
      return event
    case .misbehaved(let provider, let why, let word):
      var event = about(provider, HK_EVENT_MISBEHAVED, turn)
      (event.kind, event.text) = (why.rawValue, "\(why.rawValue): \(word.sentence)")
      return event
    case .provider(let provider, let standing):
      var event = about(provider, HK_EVENT_PROVIDER, turn)
      event.value = standing.number
      return event
    case .lost(let provider, let loss): return lost(provider, loss, turn)
    case .log(let provider, let level, let topic, let text):
      var event = about(provider, HK_EVENT_LOG, turn)
      (event.value, event.kind, event.text) = (level, topic, text)
      return event
    }
  }

  private func entered(
    _ call: CallID, _ state: CallState, isNew: Bool, _ turn: TurnNews, _ told: inout [CallID]
  ) -> QueuedEvent? {
    // ENDED and, for a call that screeners are asked about, INCOMING or RECORD tell it.
    guard state != .ended, state != .screening else { return nil }
    told.append(call)
    var event = about(call, isNew ? HK_EVENT_INCOMING : HK_EVENT_STATE, turn)
    event.value = Numbers.number(of: state)
    return event
  }

  private func about(_ call: CallID, _ type: UInt32, _ turn: TurnNews) -> QueuedEvent {
    var event = QueuedEvent(type, at: turn.time)
    if let change = turn.change, let place = change.changed.firstIndex(where: { $0.uuid == call }) {
      event.provider = change.changed[place].provider.rawValue
      event.subject = .changed(place)
    } else if let found = self.call(call) {
      event.provider = found.call.provider.rawValue
      event.subject = .call(found.call, front: found.front)
    } else {
      event.subject = .named(call)
    }
    return event
  }

  private func about(_ provider: ProviderID, _ type: UInt32, _ turn: TurnNews) -> QueuedEvent {
    var event = QueuedEvent(type, at: turn.time)
    event.provider = provider.rawValue
    return event
  }

  private func lost(_ provider: ProviderID, _ loss: ProviderLoss, _ turn: TurnNews) -> QueuedEvent {
    var event = about(provider, HK_EVENT_LOST, turn)
    let failure: TransportError?
    switch loss {
    case .lost(let error), .calls(_, let error, _): (event.text, failure) = ("lost", error)
    case .reset(let error): (event.text, failure) = ("reset", error)
    case .invalidated: (event.text, failure) = ("invalidated", nil)
    }
    if let failure {
      var error = EmbeddingError(HK_E_PROVIDER_LOST, failure.description)
      error.transport = failure
      (event.status, event.error) = (error.status, error)
    }
    return event
  }
}

extension HostEvent.Body {
  /// The set of events to which this one belongs.
  fileprivate var listening: Listening {
    switch self {
    case .entered, .ended, .tone, .resumeOffered, .transferRequested, .dtmfReceived, .mediaTimeout, .mediaResumed, .refusedIncoming,
      .record, .lagged:
      .calls
    case .audio: .lineAudio
    case .timedOut, .misbehaved, .provider, .lost: .providers
    case .log: .log
    }
  }
}

extension Optional<Roster.Standing> {
  /// The header's number of a standing; nil is a provider that is gone.
  var number: UInt32 {
    switch self {
    case nil: HK_STANDING_GONE
    case .ready: HK_STANDING_READY
    case .notReady: HK_STANDING_NOT_READY
    case .quarantined: HK_STANDING_QUARANTINED
    }
  }
}

extension HeardWord {
  /// The message that a provider sent, with its call.
  fileprivate var sentence: String {
    switch self {
    case .fulfilled(let kind, let call): "fulfilled \(kind.rawValue) of call \(call.uuidString)"
    case .failed(let kind, let call): "failed \(kind.rawValue) of call \(call.uuidString)"
    case .incoming(let call): "incoming call \(call.uuidString)"
    case .report(let report, let call): "\(report.word) of call \(call.uuidString)"
    }
  }
}

extension ActionContent {
  /// Creates the content of a provider's command.
  init(_ command: ProviderCommand, of provider: ProviderID) {
    self.init(
      operation: command.operation, call: command.call, provider: provider.rawValue, origin: command.origin, cause: command.cause,
      deadline: command.deadline)
  }
}
