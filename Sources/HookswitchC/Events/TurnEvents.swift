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

  /// The part of a turn that its events show.
  private struct Scene {
    let line: LineID
    let time: Instant
    /// The calls that changed.
    let changed: [Call]
    /// The group in front of the line.
    let front: GroupID?

    /// Makes an event about the provider.
    func event(_ type: UInt32, of provider: ProviderID) -> QueuedEvent {
      var event = QueuedEvent(type, at: time)
      event.set(line: line)
      event.set(provider: provider.rawValue)
      return event
    }

    /// Makes an event about a call.
    func event(_ type: UInt32, about call: Call, front: GroupID?) -> QueuedEvent {
      var event = QueuedEvent(type, at: time)
      event.tell(call, front: front, on: line)
      return event
    }
  }

  /// Returns the events of a turn, in order.
  func events(of turn: TurnNews, for listening: Listening) -> [QueuedEvent] {
    let scene = Scene(line: turn.line, time: turn.time, changed: turn.change?.changed ?? [], front: turn.change?.snapshot.front)
    var events: [QueuedEvent] = []
    events.reserveCapacity(turn.events.count + scene.changed.count)
    turn.events.withUnsafeBufferPointer { bodies in
      for place in bodies.indices {
        if let event = event(bodies[place], scene, listening) { events.append(event) }
      }
    }
    guard listening.contains(.calls) else { return events }
    let told = events.count
    for place in scene.changed.indices where !scene.changed[place].hasEnded {
      let call = scene.changed[place].uuid
      if events[..<told].contains(where: { $0.tellsState(of: call) }) { continue }
      events.append(scene.event(HK_EVENT_CHANGED, about: scene.changed[place], front: scene.front))
    }
    return events
  }

  /// Returns the event of something that happened outside of a line's turn.
  func event(of news: HostEvent, for listening: Listening) -> QueuedEvent? {
    var event = event(news.body, Scene(line: news.line ?? .main, time: news.time, changed: [], front: nil), listening)
    if news.line == nil { event?.set(line: nil) }
    return event
  }

  private func event(_ body: HostEvent.Body, _ scene: Scene, _ listening: Listening) -> QueuedEvent? {
    // Incoming calls are remembered also while the program does not listen to calls.
    let isNew = if case .entered(let call, .ringing) = body { announced.withLock { $0.insert(call).inserted } } else { false }
    if case .ended(let call, _) = body { announced.withLock { if !$0.isEmpty { $0.remove(call) } } }
    guard listening.contains(body.listening) else { return nil }
    switch body {
    case .entered(let call, let state): return entered(call, state, isNew: isNew, scene)
    case .ended(let call, _): return about(call, HK_EVENT_ENDED, scene)
    case .tone(let call, let tone):
      var event = about(call, HK_EVENT_TONE, scene)
      event.value = tone == .quiet ? 0 : tone == .ring ? 1 : 2
      return event
    case .resumeOffered(let call): return about(call, HK_EVENT_RESUME_OFFERED, scene)
    case .transferRequested(let call, let handle):
      var event = about(call, HK_EVENT_TRANSFER_REQUESTED, scene)
      event.set(kind: handle.type.rawValue)
      event.set(text: handle.value)
      return event
    case .dtmfReceived(let call, let digits):
      var event = about(call, HK_EVENT_DTMF, scene)
      event.set(text: digits)
      return event
    case .mediaTimeout(let call): return about(call, HK_EVENT_MEDIA, scene)
    case .mediaResumed(let call):
      var event = about(call, HK_EVENT_MEDIA, scene)
      event.value = 1
      return event
    case .refusedIncoming, .lagged: return nil
    case .record(let record): return ended(record, scene)
    case .audio(let provider, let isActive, let reason):
      var event = scene.event(HK_EVENT_AUDIO_OWNER, of: provider)
      event.value = isActive ? 1 : 0
      event.set(text: reason.rawValue)
      return event
    case .timedOut(let provider, let command):
      var event = scene.event(HK_EVENT_COMMAND_TIMED_OUT, of: provider)
      event.set(action: ActionContent(command, of: provider))
      return event
    case .misbehaved(let provider, let why, let word):
      var event = scene.event(HK_EVENT_MISBEHAVED, of: provider)
      event.set(kind: why.rawValue)
      event.set(text: "\(why.rawValue): \(word.sentence)")
      return event
    case .provider(let provider, let standing):
      var event = scene.event(HK_EVENT_PROVIDER, of: provider)
      event.value = standing.number
      return event
    case .lost(let provider, let loss): return lost(provider, loss, scene)
    case .log(let provider, let level, let topic, let text):
      var event = scene.event(HK_EVENT_LOG, of: provider)
      event.value = level
      event.set(kind: topic)
      event.set(text: text)
      return event
    }
  }

  private func entered(_ call: CallID, _ state: CallState, isNew: Bool, _ scene: Scene) -> QueuedEvent? {
    // ENDED and, for a call that screeners are asked about, INCOMING or RECORD tell it.
    guard state != .ended, state != .screening else { return nil }
    var event = about(call, isNew ? HK_EVENT_INCOMING : HK_EVENT_STATE, scene)
    event.value = Numbers.number(of: state)
    return event
  }

  private func about(_ call: CallID, _ type: UInt32, _ scene: Scene) -> QueuedEvent {
    // Through the buffer: an element of an array is a copy.
    let told = scene.changed.withUnsafeBufferPointer { calls in
      calls.firstIndex { $0.uuid == call }.map { scene.event(type, about: calls[$0], front: scene.front) }
    }
    if let told { return told }
    guard let found = self.call(call) else {
      var event = QueuedEvent(type, at: scene.time)
      event.set(line: scene.line)
      event.show(.named(call))
      return event
    }
    return scene.event(type, about: found.call, front: found.front)
  }

  private func ended(_ record: CallRecord, _ scene: Scene) -> QueuedEvent {
    var event = scene.event(HK_EVENT_RECORD, of: record.provider)
    event.value = Numbers.outcomes.first { $0.outcome == record.outcome }?.number ?? 0
    event.status = record.refusal.map { StatusNames.status(of: $0) } ?? HK_OK
    event.set(text: record.screener?.rawValue)
    event.show(.record(record, scene.line))
    return event
  }

  private func lost(_ provider: ProviderID, _ loss: ProviderLoss, _ scene: Scene) -> QueuedEvent {
    var event = scene.event(HK_EVENT_LOST, of: provider)
    let failure: TransportError?
    switch loss {
    case .lost(let error), .calls(_, let error, _):
      event.set(text: "lost")
      failure = error
    case .reset(let error):
      event.set(text: "reset")
      failure = error
    case .invalidated:
      event.set(text: "invalidated")
      failure = nil
    }
    if let failure {
      var error = EmbeddingError(HK_E_PROVIDER_LOST, failure.description)
      error.transport = failure
      event.fail(error)
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
