internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import Synchronization

// The host's changes and events, which become states and records. All runs on the threads that drain the lines, and waits for nothing.
extension HostService {
  func take(_ news: HostNews) {
    switch news {
    case .change(let change): take(change)
    case .event(let event): take(event)
    }
  }

  private func take(_ change: LineChange) {
    let snapshot = change.snapshot
    let facts = LineChangeFacts(changed: change.changed, calls: snapshot.calls)
    let clock = wallClock
    let notes = roll.withLock { $0.take(facts) }.map { note in (note, data(of: note, clock)) }
    let time = time
    let isGone = snapshot.calls.isEmpty && snapshot.line != .main && !snapshot.doNotDisturb && snapshot.audioOwners.isEmpty
    let recordings = recordings
    let content = isGone ? nil : snapshot.content(by: clock) { recordings.live }
    publish { state in
      state.log.set(StateKey(.line, snapshot.line.rawValue), to: content)
      for (note, data) in notes {
        state.log.append(
          .call, kind: note.kind.rawValue, at: time, line: snapshot.line.rawValue, call: note.call.uuid.uuidString,
          provider: note.call.provider.rawValue, data: data)
      }
    }
    if hasPages.load(ordering: .relaxed) { pageChanged() }
    for (note, _) in notes where note.kind == .added { log(note.call) }
    for call in change.changed where call.hasEnded { log(call) }
    if change.changed.contains(where: \.hasEnded) { lookForIdleProviders() }
  }

  private func data(of note: CallRoll.Note, _ clock: WallClock) -> JSONValue {
    switch note.kind {
    case .added: note.call.json(by: clock)
    case .merged: .object(of: ["group": .integer(note.call.group.rawValue), "calls": .strings(note.others.map(\.uuidString))])
    case .split: .object(of: ["group": .integer(note.call.group.rawValue)])
    default: .object([])
    }
  }

  private func take(_ event: HostEvent) {
    let time = time(of: event.time)
    switch event.body {
    case .provider(let provider, let standing):
      _ = transportName(of: provider)
      tallies.withLock { tallies in
        if let standing {
          tallies[provider, default: ProviderTally()].take(standing, at: time)
        } else {
          tallies[provider] = nil
        }
      }
      tellProvider(provider)
    case .lost(let provider, let loss):
      let reason = Self.reason(of: loss)
      tallies.withLock { $0[provider, default: ProviderTally()].take(loss: reason, at: time) }
      append(.lost, at: time, provider: provider, data: .object(of: ["reason": .string(reason)]))
      tellProvider(provider)
    case .audio(let provider, _, _): if let line = event.line { tellAudio(of: line, provider) }
    case .log(let provider, let level, let topic, let text): log(provider, level, topic, text, at: time)
    case .record, .lagged: break
    default:
      if case .refusedIncoming(let provider, let call, let error, let screener) = event.body {
        noteRefusal(of: call, error, line: event.line, provider, screener, at: time)
        logRefusal(of: call, error, line: event.line, provider: provider)
      }
      guard let (kind, call, provider, data) = Self.record(of: event.body) else { return }
      append(kind, at: time, line: event.line, call: call, provider: provider, data: data)
    }
  }

  private func append(
    _ kind: CallRecordKind, at time: SurfaceTime, line: LineID? = nil, call: CallID? = nil, provider: ProviderID? = nil, data: JSONValue
  ) {
    publish { state in
      state.log.append(
        .call, kind: kind.rawValue, at: time, line: line?.rawValue, call: call?.uuidString, provider: provider?.rawValue, data: data)
    }
  }

  /// Publishes the newest audio state of a line.
  private func tellAudio(of line: LineID, _ provider: ProviderID) {
    let content = StateContent { [weak self] in self?.lineAudio(line) ?? .object([]) }
    publish { $0.log.set(StateKey(.audio, line.rawValue), to: content) }
  }

  private func log(_ provider: ProviderID, _ level: UInt32, _ topic: String, _ text: String, at time: SurfaceTime) {
    let word = LogLevel.allCases[Int(min(max(level, 1), 5)) - 1]
    let data = JSONValue.object(of: ["topic": .string("provider.\(provider)"), "about": .string(topic), "text": .string(text)])
    publish { $0.log.append(.log, kind: word.rawValue, at: time, provider: provider.rawValue, data: data) }
    settings.surroundings.takeLine?(word, "provider.\(provider)", "\(topic.isEmpty ? "" : topic + ": ")\(text)")
  }

  /// Returns the record of an event about a call; nil for an event that another topic has.
  private static func record(of body: HostEvent.Body) -> (CallRecordKind, CallID?, ProviderID?, JSONValue)? {
    switch body {
    case .entered(let call, let state): (.state, call, nil, .object(of: ["state": .string(state.rawValue)]))
    case .ended(let call, let end): (.ended, call, nil, end.json)
    case .tone(let call, let tone): (.tone, call, nil, .object(of: ["tone": .string(tone.rawValue)]))
    case .resumeOffered(let call): (.resumeOffered, call, nil, .object([]))
    case .transferRequested(let call, let handle): (.transferRequested, call, nil, .object(of: ["handle": handle.json]))
    case .dtmfReceived(let call, let digits): (.dtmf, call, nil, .object(of: ["digits": .string(digits)]))
    case .mediaTimeout(let call): (.state, call, nil, .object(of: ["media": "timeout"]))
    case .mediaResumed(let call): (.state, call, nil, .object(of: ["media": "resumed"]))
    case .refusedIncoming(let provider, let call, let error, let screener):
      (
        .refused, call, provider,
        .object(of: ["refusal": error.json, "decidedBy": screener.map { .string("I8 \($0)") }])
      )
    case .timedOut(let provider, let command):
      (.timedOut, command.call, provider, .object(of: ["action": .string(command.kind.rawValue)]))
    case .misbehaved(let provider, let why, let word):
      (.misbehaved, word.call, provider, .object(of: ["why": .string(why.rawValue)]))
    case .record, .audio, .provider, .lost, .log, .lagged: nil
    }
  }

  private static func reason(of loss: ProviderLoss) -> String {
    switch loss {
    case .lost(let error): error.flatMap { $0.message.isEmpty ? nil : $0.message } ?? "it is gone"
    case .reset(let error): error.flatMap { $0.message.isEmpty ? nil : $0.message } ?? "it was reset"
    case .invalidated: "it was retired"
    case .calls(let calls, let error, _):
      error.flatMap { $0.message.isEmpty ? nil : $0.message } ?? "it lost \(calls.count) of its calls"
    }
  }
}

extension HeardWord {
  /// The call of the message.
  fileprivate var call: CallID {
    switch self {
    case .fulfilled(_, let call), .failed(_, let call), .incoming(let call), .report(_, let call): call
    }
  }
}
