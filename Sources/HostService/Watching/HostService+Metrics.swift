internal import CallControl
internal import HookMetrics
internal import Hookswitch
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

/// The methods that peers called, by their results.
///
/// Nearly every call of a method has a result, which costs one look-up; errors have a table of their own.
struct ControlCounts: Sendable {
  private struct Failure: Hashable, Sendable {
    let method: MethodName?
    let code: String
  }

  private var done: [MethodName: UInt64] = [:]
  private var failed: [Failure: UInt64] = [:]

  /// Counts a call of a method; names that are no method are counted as one, since peers choose them.
  mutating func add(_ method: MethodName?, _ code: String?) {
    if let method, code == nil {
      done[method, default: 0] += 1
    } else {
      failed[Failure(method: method, code: code ?? "ok"), default: 0] += 1
    }
  }

  var samples: [MetricFamily.Sample] {
    done.map { MetricFamily.Sample([$0.key.rawValue, "ok"], Double($0.value)) }
      + failed.map { MetricFamily.Sample([$0.key.method?.rawValue ?? "unknown", $0.key.code], Double($0.value)) }
  }
}

// The metrics of the host.
extension HostService {
  /// Counts a method that a peer called.
  ///
  /// - Parameters:
  ///   - method: the method; nil for a name that is none.
  ///   - code: the word of the error; nil for a result.
  func noteControl(_ method: MethodName?, _ code: String?) { controls.withLock { $0.add(method, code) } }

  /// Returns the transport of a provider as the metrics know it, always the same one: `program` for a program, `none` for an unknown one.
  func transportName(of provider: ProviderID) -> String {
    if let known = transportNames.withLock({ $0[provider] }) { return known }
    let box = host.core.provider(provider)
    let transport = (box?.delegate as? TransportProviderDelegate)?.transport.descriptor.id
    let name = transport ?? (box == nil ? "none" : "program")
    return transportNames.withLock { names in
      if let known = names[provider] { return known }
      // A provider beyond the limit counts with the others.
      if names.count < HostCounts.providerLimit * 2 { names[provider] = name }
      return name
    }
  }

  func metrics(_ parameters: Parameters) async -> JSONValue {
    await host.core.flushFlight()
    let format: MetricsFormat = parameters.word("format") ?? .prometheus
    let writer: MetricsText =
      switch format {
      case .prometheus: .prometheus
      case .openmetrics: .openMetrics
      }
    return .object(of: ["contentType": .string(writer.contentType), "text": .string(writer.text(of: families))])
  }

  /// All families, in the order of the table.
  private var families: [MetricFamily] {
    var known: [MetricName: MetricFamily] = [:]
    let counted = settings.flight?.counts.families { [self] in transportName(of: $0) } ?? []
    for family in counted + standing + clusterFamilies + process { known[family.name] = family }
    return MetricName.allCases.compactMap { known[$0] }
  }

  /// The families that the host's present state gives.
  private var standing: [MetricFamily] {
    let tally = host.core.callTally
    var live: [[String]: Int] = [:]
    for (kind, count) in tally.counts {
      live[[kind.state.rawValue, kind.direction.rawValue, transportName(of: kind.provider)], default: 0] += count
    }
    let (sessions, lags) = state.withLock { state in (state.sessions.values.count { $0.peer.door != .text }, state.lagCount) }
    let abi = "\(ContractVersion.major).\(ContractVersion.minor)"
    var families = [
      MetricFamily(.buildInfo, [.init([settings.version, abi], 1)]), MetricFamily(.ready, [.init([], health.isReady ? 1 : 0)]),
      MetricFamily(.liveCalls, live.map { .init($0.key, Double($0.value)) }), MetricFamily(.busyLines, [.init([], Double(tally.lines))]),
      MetricFamily(.providerReady, providerSamples), MetricFamily(.controlRequests, controls.withLock { $0 }.samples),
      MetricFamily(.controlSessions, [.init([], Double(sessions))]),
      MetricFamily(.observersLagged, [.init([], Double(lags + host.core.observers.lagCount))]),
      MetricFamily(.journalFailures, [.init([], Double(host.core.journalFailureCount))]),
    ]
    if settings.store != nil { families.append(MetricFamily(.storeWrite, [.init([], storeTimes.withLock { $0 })])) }
    if let standing = settings.flight?.standing {
      families.append(MetricFamily(.recorderBytes, [.init([], Double(standing.bytes))]))
      families.append(MetricFamily(.recorderDropped, [.init([], Double(standing.dropped))]))
    }
    #if HOOKSWITCH_SOUND
      if let counters = host.audioCounters {
        families.append(MetricFamily(.audioLegs, [.init([], Double(counters.legs))]))
        families.append(MetricFamily(.audioTicks, [.init([], Double(counters.ticks))]))
        families.append(MetricFamily(.audioLateTicks, [.init([], Double(counters.late))]))
      }
    #endif
    return families
  }

  /// One sample for each of the first providers, and the number of the ready ones among the rest.
  private var providerSamples: [MetricFamily.Sample] {
    let all = host.providers
    var samples = all.prefix(HostCounts.labelLimit).map { entry in
      MetricFamily.Sample([entry.id.rawValue, transportName(of: entry.id)], entry.standing == .ready ? 1 : 0)
    }
    let rest = all.dropFirst(HostCounts.labelLimit)
    if !rest.isEmpty {
      samples.append(.init([HostCounts.otherProvider.rawValue, "none"], Double(rest.count { $0.standing == .ready })))
    }
    return samples
  }

  private var process: [MetricFamily] {
    let figures = ProcessFigures.current
    return [
      MetricFamily(.processStart, [.init([], Double(started.milliseconds) / 1_000)]),
      MetricFamily(.processProcessor, [.init([], figures.processorSeconds)]),
      MetricFamily(.processMemory, [.init([], Double(figures.memory))]),
    ]
  }

  // MARK: Health

  /// The host's health.
  var health: HostHealth {
    let standing = state.withLock { $0.standing }
    return HostHealth(
      state: standing.state, providers: host.providers.map { $0.standing == .ready }, cluster: settings.cluster?.figures.reason,
      problems: standing.problems)
  }
}
