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

  /// Counts records.
  package mutating func take(_ records: borrowing [JournalRecord]) {
    let records = records.span
    for number in records.indices {
      var place = 0
      while let next = CountedFact.next(from: place, in: records[number]) {
        count(next.fact, next.place, number, in: records, at: records[number].time)
        place = next.place + 1
      }
    }
  }

  /// Counts a record.
  package mutating func take(_ record: JournalRecord) { take([record]) }

  /// Counts the fact at a place of a record.
  private mutating func count(_ fact: CountedFact, _ place: Int, _ number: Int, in records: Span<JournalRecord>, at time: Instant) {
    switch fact {
    case .sent(let command, let deadline): open.begin(command, at: time, until: deadline)
    case .sentTogether:
      for command in CountedFact.commands(place, in: records[number]) {
        open.begin(OpenCommands.Key(command.call, command.id), at: time, until: command.deadline)
      }
    case .answered(let command, let kind):
      guard let sent = open.end(command) else { return }
      let seconds = sent.seconds(to: time)
      count(place, number, in: records) { $0.commands.add(kind, seconds) }
    case .givenUp(let command): _ = open.end(command)
    case .timedOut(let command, let kind):
      _ = open.end(command)
      count(place, number, in: records) { $0.timeouts.add(kind) }
    case .done: count(.done, place, number, in: records)
    case .failed: count(.failed, place, number, in: records)
    case .refused(let code): refuse(CountedFact.word(place, in: records[number]) ?? "", code)
    case .refusedIncoming(let code): counts.refusals[HostCounts.RefusalKey(kind: "incoming", code: code), default: 0] += 1
    case .ended: if let end = CountedFact.end(place, in: records[number]) { counts.ends.add(end) }
    case .misbehaved(let why): counts.misbehaviours.add(why)
    case .call(let call): count(place, number, in: records) { $0.take(call) }
    case .lost: count(place, number, in: records) { $0.losses += 1 }
    case .wire: if let media = CountedFact.media(in: records[number]) { count(place, number, in: records) { $0.media.add(media) } }
    }
  }

  /// Counts for the provider of a fact.
  private mutating func count(
    _ place: Int, _ number: Int, in records: Span<JournalRecord>, _ body: (inout ProviderCounts) -> Void
  ) {
    if let last = counts.lastProvider, CountedFact.isOf(last, place, in: records[number]) { return counts.countForLast(body) }
    if let provider = CountedFact.provider(place, in: records[number]) { counts.count(provider, body) }
  }

  /// Counts a request's result.
  private mutating func count(_ result: HostCounts.RequestResult, _ place: Int, _ number: Int, in records: Span<JournalRecord>) {
    if let kind = CountedFact.kind(place, in: records[number], among: counts.kinds) { return counts.count(kind, result) }
    if let word = CountedFact.word(place, in: records[number]) { counts.count(word, result) }
  }

  private mutating func refuse(_ word: String, _ code: CallError.Code) {
    // The daemon's watchdog sends such a request to each line, to see whether it still judges.
    guard word != "continueDTMF" || code != .unknownCallUUID else { return }
    counts.count(word, .refused)
    counts.refusals[HostCounts.RefusalKey(kind: word, code: code), default: 0] += 1
  }
}

extension Instant {
  /// Returns the time to a later instant in seconds; as numbers with a fraction, since a provider's times may be far apart.
  func seconds(to other: Instant) -> Double { (Double(other.nanoseconds) - Double(nanoseconds)) / 1e9 }
}
