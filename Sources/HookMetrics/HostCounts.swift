package import CallControl

/// The counts of a host, as monitoring systems read them.
package struct HostCounts: Sendable {
  /// The largest number of providers with counts of their own; those of later ones are together.
  package static let providerLimit = 1_000
  /// The largest number of providers with a label of their own.
  package static let labelLimit = 100
  /// The name under which the counts of later providers are.
  package static let otherProvider: ProviderID = "other"
  /// The largest number of words under which requests are counted; the rules have about twenty.
  static let wordLimit = 64

  struct RefusalKey: Hashable, Sendable {
    let kind: String
    let code: CallError.Code
  }

  struct EndKey: Equatable, Sendable {
    let reason: EndReason
    let cause: String
  }

  /// The requests of one kind, by their results.
  private struct RequestCounts: Sendable {
    var done: UInt64 = 0
    var failed: UInt64 = 0
    var refused: UInt64 = 0
  }

  /// A result of a request.
  enum RequestResult {
    case done, failed, refused
  }

  /// The providers' places in `counts`.
  private var places: [ProviderID: Int] = [:]
  private(set) var counts: [ProviderCounts] = []
  /// The place of the provider that was counted last: most hosts have few, and a comparison costs less than a hash.
  private var last = 0
  /// The kinds of requests, in the order in which they appeared, and the counts of each.
  private(set) var kinds: [String] = []
  private var requests: [RequestCounts] = []
  var ends = Tally<EndKey>()
  var refusals: [RefusalKey: UInt64] = [:]
  var misbehaviours = Tally<Misbehaviour>()

  /// The provider that was counted last; nil before the first one.
  var lastProvider: ProviderID? { last < counts.count ? counts[last].provider : nil }

  /// Counts for the provider that was counted last; there must be one.
  mutating func countForLast(_ body: (inout ProviderCounts) -> Void) { body(&counts[last]) }

  /// Counts for one provider.
  mutating func count(_ provider: ProviderID, _ body: (inout ProviderCounts) -> Void) {
    if last >= counts.count || counts[last].provider != provider { last = place(of: provider) }
    body(&counts[last])
  }

  private mutating func place(of provider: ProviderID) -> Int {
    if let place = places[provider] { return place }
    // The place after the last one is for all other providers.
    let place = min(counts.count, Self.providerLimit)
    if place == counts.count {
      let name = place < Self.providerLimit ? provider : Self.otherProvider
      counts.append(ProviderCounts(name))
      places[name] = place
    }
    return place
  }

  /// Counts a request.
  mutating func count(_ kind: String, _ result: RequestResult) { count(kinds.firstIndex(of: kind) ?? newPlace(kind), result) }

  /// Counts a request.
  ///
  /// - Parameter place: the place of its kind.
  mutating func count(_ place: Int, _ result: RequestResult) {
    switch result {
    case .done: requests[place].done += 1
    case .failed: requests[place].failed += 1
    case .refused: requests[place].refused += 1
    }
  }

  private mutating func newPlace(_ kind: String) -> Int {
    if requests.count >= Self.wordLimit { return requests.count - 1 }
    kinds.append(requests.count == Self.wordLimit - 1 ? Self.otherProvider.rawValue : kind)
    requests.append(RequestCounts())
    return requests.count - 1
  }
}

/// The counts of one provider.
struct ProviderCounts: Sendable {
  struct CallKey: Equatable, Sendable {
    let direction: Direction
    let outcome: CallRecord.Outcome
  }

  let provider: ProviderID
  var calls = Tally<CallKey>()
  var setups = Spread<Direction>(Histogram.setup)
  var durations = Spread<Direction>(Histogram.duration)
  var commands = Spread<CallOperation.Kind>(Histogram.command)
  var timeouts = Tally<CallOperation.Kind>()
  var losses: UInt64 = 0
  var media = MediaCounts()

  init(_ provider: ProviderID) {
    self.provider = provider
  }

  /// Counts a call that is over.
  mutating func take(_ call: CountedCall) {
    calls.add(CallKey(direction: call.direction, outcome: call.outcome))
    guard let connected = call.connected else { return }
    setups.add(call.direction, call.began.seconds(to: connected))
    durations.add(call.direction, connected.seconds(to: call.ended))
  }
}

/// The media of one provider's calls that are over.
struct MediaCounts: Sendable {
  /// The number of calls.
  private(set) var calls: UInt64 = 0
  private(set) var sent: UInt64 = 0
  private(set) var received: UInt64 = 0
  private(set) var lost: UInt64 = 0
  private(set) var jitter = Histogram(Histogram.jitter)

  /// Adds the media of one call.
  mutating func add(_ summary: MediaSummary) {
    calls += 1
    sent &+= summary.sent
    received &+= summary.received
    lost &+= summary.lost
    if let time = summary.jitter { jitter.add(time) }
  }
}

// Reading.
extension HostCounts {
  /// Returns the counts as families.
  ///
  /// - Parameter transport: returns the transport of a provider, always the same one for the same provider.
  package func families(transport: (ProviderID) -> String) -> [MetricFamily] {
    let known = counts.enumerated().map { place, counts in
      (
        counts: counts,
        transport: counts.provider == Self.otherProvider && place == Self.providerLimit ? "none" : transport(counts.provider),
        label: place < Self.labelLimit ? counts.provider.rawValue : Self.otherProvider.rawValue
      )
    }
    var sums = FamilySums()
    for (counts, transport, label) in known {
      for (key, count) in counts.calls.entries {
        sums.add(.calls, [key.direction.rawValue, transport, key.outcome.rawValue], count)
      }
      for (key, times) in counts.setups.entries { sums.add(.callSetup, [key.rawValue, transport], times) }
      for (key, times) in counts.durations.entries { sums.add(.callDuration, [key.rawValue, transport], times) }
      for (key, times) in counts.commands.entries { sums.add(.command, [key.rawValue, transport], times) }
      for (key, count) in counts.timeouts.entries { sums.add(.commandTimeouts, [key.rawValue, transport], count) }
      if counts.losses > 0 { sums.add(.providerLosses, [label, transport], counts.losses) }
      let media = counts.media
      guard media.calls > 0 else { continue }
      sums.add(.mediaPackets, [transport, "sent"], media.sent)
      sums.add(.mediaPackets, [transport, "received"], media.received)
      sums.add(.mediaLost, [transport, "received"], media.lost)
      sums.add(.mediaJitter, [transport, "received"], media.jitter)
    }
    for (key, count) in ends.entries { sums.add(.callEnds, [key.reason.rawValue, key.cause], count) }
    for (kind, counts) in zip(kinds, requests) {
      for (result, count) in [("done", counts.done), ("failed", counts.failed), ("refused", counts.refused)] where count > 0 {
        sums.add(.requests, [kind, result], count)
      }
    }
    for (key, count) in refusals { sums.add(.refusals, [key.kind, key.code.rawValue], count) }
    for (key, count) in misbehaviours.entries { sums.add(.misbehaviours, [key.rawValue], count) }
    return sums.families
  }
}

/// Samples by family and labels; those with equal labels are added.
private struct FamilySums {
  private var numbers: [MetricName: [[String]: UInt64]] = [:]
  private var times: [MetricName: [[String]: Histogram]] = [:]

  mutating func add(_ name: MetricName, _ labels: [String], _ count: UInt64) {
    numbers[name, default: [:]][labels, default: 0] += count
  }

  mutating func add(_ name: MetricName, _ labels: [String], _ histogram: Histogram) {
    times[name, default: [:]][labels, default: Histogram(histogram.bounds)].add(histogram)
  }

  var families: [MetricFamily] {
    numbers.map { name, sums in MetricFamily(name, sums.map { MetricFamily.Sample($0.key, Double($0.value)) }) }
      + times.map { name, sums in MetricFamily(name, sums.map { MetricFamily.Sample($0.key, $0.value) }) }
  }
}
