package import CallControl

/// The counts of a host's effects, from its journal.
///
/// A pure value. The host's flight recorder feeds it behind the path of calls. Counts never fall.
package struct HostMetrics: Sendable {
  /// The largest number of providers with counts of their own; those of later ones are together.
  package static let providerLimit = 1_000
  /// The largest number of providers with a label of their own.
  package static let labelLimit = 100
  /// The name under which the counts of later providers are.
  package static let otherProvider: ProviderID = "other"
  /// The largest number of commands whose time is taken at once.
  static let openLimit = 65_536

  private struct CallKey: Hashable, Sendable {
    let provider: ProviderID
    let direction: Direction
    let outcome: CallRecord.Outcome
  }

  private struct EndKey: Hashable, Sendable {
    let reason: EndReason
    let cause: String
  }

  private struct WayKey: Hashable, Sendable {
    let provider: ProviderID
    let direction: Direction
  }

  private struct CommandKey: Hashable, Sendable {
    let provider: ProviderID
    let kind: CallOperation.Kind
  }

  private struct OpenKey: Hashable, Sendable {
    let line: LineID
    let command: CommandID
  }

  private struct RequestKey: Hashable, Sendable {
    let kind: String
    let result: String
  }

  /// The providers with their places in the order in which they appeared.
  private var providers: [ProviderID: Int] = [:]
  private var calls: [CallKey: UInt64] = [:]
  private var ends: [EndKey: UInt64] = [:]
  private var setups: [WayKey: Histogram] = [:]
  private var durations: [WayKey: Histogram] = [:]
  private var requests: [RequestKey: UInt64] = [:]
  private var refusals: [RequestKey: UInt64] = [:]
  private var commands: [CommandKey: Histogram] = [:]
  private var timeouts: [CommandKey: UInt64] = [:]
  private var losses: [ProviderID: UInt64] = [:]
  private var misbehaviours: [Misbehaviour: UInt64] = [:]
  private var open: [OpenKey: Instant] = [:]

  /// Creates counts of zero.
  package init() {}

  /// Counts a record.
  package mutating func take(_ record: JournalRecord) {
    switch record.body {
    case .received(let line, let event, let effects):
      answer(event, on: line, at: record.time)
      for effect in effects { take(effect, on: line, at: record.time) }
    case .provider(let provider, _): losses[known(provider), default: 0] += 1
    case .unknown: misbehaviours[.unknown, default: 0] += 1
    case .closed(let line):
      // No answer comes for a line that is forgotten.
      if !open.isEmpty { open = open.filter { $0.key.line != line } }
    case .opened, .wire, .upgraded: break
    }
  }

  /// Returns the provider under which the counts of one are kept.
  private mutating func known(_ provider: ProviderID) -> ProviderID {
    if providers[provider] != nil { return provider }
    guard providers.count < Self.providerLimit else { return Self.otherProvider }
    providers[provider] = providers.count
    return provider
  }

  private mutating func answer(_ event: LineEvent, on line: LineID, at time: Instant) {
    switch event {
    case .fulfilled(let provider, let ref, _), .failed(let provider, let ref, _):
      guard let sent = open.removeValue(forKey: OpenKey(line: line, command: ref.id)) else { return }
      let key = CommandKey(provider: known(provider), kind: ref.kind)
      commands[key, default: Histogram(Histogram.command)].add(sent.duration(to: time).inSeconds)
    case .notAsked(_, let ref): open[OpenKey(line: line, command: ref.id)] = nil
    default: break
    }
  }

  private mutating func take(_ effect: LineEffect, on line: LineID, at time: Instant) {
    switch effect {
    case .send(_, let command): begin(command, on: line, at: time)
    case .sendTransaction(_, let commands): for command in commands { begin(command, on: line, at: time) }
    case .timedOut(let provider, let command):
      open[OpenKey(line: line, command: command.id)] = nil
      timeouts[CommandKey(provider: known(provider), kind: command.kind), default: 0] += 1
    case .cancel(_, let command): open[OpenKey(line: line, command: command.id)] = nil
    case .done(_, let title): requests[RequestKey(kind: title.word, result: "done"), default: 0] += 1
    case .failed(_, let title, _): requests[RequestKey(kind: title.word, result: "failed"), default: 0] += 1
    // The daemon's watchdog sends such a request to each line, to see whether it still judges.
    case .refused(_, let title, let error) where title.word == "continueDTMF" && error.code == .unknownCallUUID: break
    case .refused(_, let title, let error):
      requests[RequestKey(kind: title.word, result: "refused"), default: 0] += 1
      refusals[RequestKey(kind: title.word, result: error.code.rawValue), default: 0] += 1
    case .refuseIncoming(_, _, let error, _): refusals[RequestKey(kind: "incoming", result: error.code.rawValue), default: 0] += 1
    case .ended(_, let end): ends[EndKey(reason: end.reason, cause: end.cause?.word ?? "none"), default: 0] += 1
    case .disregarded(_, let why, _): misbehaviours[why, default: 0] += 1
    case .log(let record): take(record)
    default: break
    }
  }

  private mutating func begin(_ command: ProviderCommand, on line: LineID, at time: Instant) {
    if open.count < Self.openLimit { open[OpenKey(line: line, command: command.id)] = time }
  }

  private mutating func take(_ record: CallRecord) {
    let provider = known(record.provider)
    calls[CallKey(provider: provider, direction: record.direction, outcome: record.outcome), default: 0] += 1
    guard let connected = record.connected else { return }
    let key = WayKey(provider: provider, direction: record.direction)
    setups[key, default: Histogram(Histogram.setup)].add(record.began.duration(to: connected).inSeconds)
    durations[key, default: Histogram(Histogram.duration)].add(connected.duration(to: record.ended).inSeconds)
  }
}

// Reading.
extension HostMetrics {
  /// Returns the counts as families.
  ///
  /// - Parameter transport: returns the transport of a provider, always the same one for the same provider.
  package func families(transport: (ProviderID) -> String) -> [MetricFamily] {
    var names: [ProviderID: String] = [:]
    for provider in providers.keys { names[provider] = transport(provider) }
    func name(_ provider: ProviderID) -> String { names[provider] ?? "none" }
    func label(_ provider: ProviderID) -> ProviderID {
      providers[provider].map { $0 < Self.labelLimit ? provider : Self.otherProvider } ?? Self.otherProvider
    }
    return [
      Self.family(.calls, calls) { [$0.direction.rawValue, name($0.provider), $0.outcome.rawValue] },
      Self.family(.callEnds, ends) { [$0.reason.rawValue, $0.cause] },
      Self.family(.callSetup, setups) { [$0.direction.rawValue, name($0.provider)] },
      Self.family(.callDuration, durations) { [$0.direction.rawValue, name($0.provider)] },
      Self.family(.requests, requests) { [$0.kind, $0.result] },
      Self.family(.refusals, refusals) { [$0.kind, $0.result] },
      Self.family(.command, commands) { [$0.kind.rawValue, name($0.provider)] },
      Self.family(.commandTimeouts, timeouts) { [$0.kind.rawValue, name($0.provider)] },
      Self.family(.providerLosses, losses) { [label($0).rawValue, name($0)] },
      Self.family(.misbehaviours, misbehaviours) { [$0.rawValue] },
    ]
  }

  /// Returns a family of counters; those with equal labels are added.
  private static func family<Key: Hashable>(_ name: MetricName, _ counts: [Key: UInt64], _ labels: (Key) -> [String]) -> MetricFamily {
    let sums = counts.reduce(into: [[String]: UInt64]()) { $0[labels($1.key), default: 0] += $1.value }
    return MetricFamily(name, sums.map { MetricFamily.Sample($0.key, Double($0.value)) })
  }

  /// Returns a family of histograms; those with equal labels are added.
  private static func family<Key: Hashable>(_ name: MetricName, _ times: [Key: Histogram], _ labels: (Key) -> [String]) -> MetricFamily {
    let sums = times.reduce(into: [[String]: Histogram]()) { sums, entry in
      if sums[labels(entry.key)]?.add(entry.value) == nil { sums[labels(entry.key)] = entry.value }
    }
    return MetricFamily(name, sums.map { MetricFamily.Sample($0.key, $0.value) })
  }
}

extension Duration {
  /// The duration in seconds.
  fileprivate var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
