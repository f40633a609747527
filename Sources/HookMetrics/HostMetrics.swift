package import CallControl

/// The counter of a host's effects, from its journal.
///
/// A pure value. The host's flight recorder feeds it behind the path of calls, where counting must cost a call at most 1 µs: enums with a
/// raw value and identifiers are texts to a hash table, so most counts are found without one. Counts never fall.
package struct HostMetrics: Sendable {
  /// The counts so far.
  package private(set) var counts = HostCounts()
  private var open = OpenCommands()

  /// Creates counts of zero.
  package init() {}

  /// Counts a record.
  ///
  /// A copy of an event or an effect costs more than its count: it is one only where the case counts.
  package mutating func take(_ record: borrowing JournalRecord) {
    if case .received(_, _, let effects) = record.body {
      if Self.isAnswer(record) { answer(record) }
      let span = effects.span
      for place in span.indices where Self.isCounted(span[place]) { take(span[place], at: record.time) }
    } else {
      takeOther(record)
    }
  }

  private static func isAnswer(_ record: borrowing JournalRecord) -> Bool {
    switch record.body {
    case .received(_, .fulfilled, _), .received(_, .failed, _), .received(_, .notAsked, _): true
    default: false
    }
  }

  private static func isCounted(_ effect: borrowing LineEffect) -> Bool {
    switch effect {
    case .send, .sendTransaction, .timedOut, .cancel, .done, .failed, .refused, .refuseIncoming, .ended, .disregarded, .log: true
    default: false
    }
  }

  private mutating func takeOther(_ record: borrowing JournalRecord) {
    switch record.body {
    case .provider(let provider, _): counts.count(provider) { $0.losses += 1 }
    case .unknown: counts.misbehaviours.add(.unknown)
    case .wire(let provider, _, MediaSummary.name, let text, false):
      counts.count(provider) { $0.media.add(MediaSummary(text)) }
    case .received, .opened, .closed, .wire, .upgraded: break
    }
  }

  private mutating func answer(_ record: borrowing JournalRecord) {
    switch record.body {
    case .received(_, .fulfilled(let provider, let ref, _), _), .received(_, .failed(let provider, let ref, _), _):
      guard let sent = open.end(ref.call, ref.id) else { return }
      let seconds = sent.seconds(to: record.time)
      counts.count(provider) { $0.commands.add(ref.kind, seconds) }
    case .received(_, .notAsked(_, let ref), _): _ = open.end(ref.call, ref.id)
    default: break
    }
  }

  private mutating func take(_ effect: borrowing LineEffect, at time: Instant) {
    switch effect {
    case .send(_, let command): open.begin(command.call, command.id, at: time, until: command.deadline)
    case .sendTransaction(_, let commands):
      for command in commands { open.begin(command.call, command.id, at: time, until: command.deadline) }
    case .timedOut(let provider, let command):
      _ = open.end(command.call, command.id)
      counts.count(provider) { $0.timeouts.add(command.kind) }
    case .cancel(_, let command): _ = open.end(command.call, command.id)
    case .done(_, let title): counts.count(title.word, .done)
    case .failed(_, let title, _): counts.count(title.word, .failed)
    // The daemon's watchdog sends such a request to each line, to see whether it still judges.
    case .refused(_, let title, let error) where title.word == "continueDTMF" && error.code == .unknownCallUUID: break
    case .refused(_, let title, let error):
      counts.count(title.word, .refused)
      counts.refusals[HostCounts.RefusalKey(kind: title.word, code: error.code), default: 0] += 1
    case .refuseIncoming(_, _, let error, _): counts.refusals[HostCounts.RefusalKey(kind: "incoming", code: error.code), default: 0] += 1
    case .ended(_, let end): counts.ends.add(HostCounts.EndKey(reason: end.reason, cause: end.cause?.word ?? "none"))
    case .disregarded(_, let why, _): counts.misbehaviours.add(why)
    case .log(let record): take(record)
    default: break
    }
  }

  private mutating func take(_ record: borrowing CallRecord) {
    counts.count(record.provider) { counts in
      counts.calls.add(ProviderCounts.CallKey(direction: record.direction, outcome: record.outcome))
      guard let connected = record.connected else { return }
      counts.setups.add(record.direction, record.began.seconds(to: connected))
      counts.durations.add(record.direction, connected.seconds(to: record.ended))
    }
  }
}

extension Instant {
  /// Returns the time to a later instant in seconds; as numbers with a fraction, since a provider's times may be far apart.
  fileprivate func seconds(to other: Instant) -> Double { (Double(other.nanoseconds) - Double(nanoseconds)) / 1e9 }
}
