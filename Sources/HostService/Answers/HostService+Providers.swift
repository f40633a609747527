package import CallControl
internal import FoundationEssentials
package import HookswitchCore
package import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

/// The transports that a program can load, for the methods that add providers and list transports.
package protocol TransportSource: Sendable {
  /// Loads a transport, and adds a provider of it to the host.
  ///
  /// - Parameters:
  ///   - name: the provider's id.
  ///   - transport: the transport's id, or its last part.
  ///   - line: the line of its incoming calls.
  ///   - settings: the transport's configuration as JSON text; empty for the defaults.
  ///   - host: the host.
  /// - Throws: `exists`, `notFound` or `rejected`.
  func add(_ name: ProviderID, _ transport: String, line: LineID, settings: String, to host: CallHost) async throws(MethodError)

  /// Returns the transports that can be found, whether usable or not.
  func list() async -> [FoundTransport]

  /// Takes a transport out of quarantine.
  ///
  /// - Parameter transport: its id or its file.
  /// - Throws: `notFound` when it is not in quarantine.
  func unquarantine(_ transport: String) async throws(MethodError)
}

/// A transport that a program found.
package struct FoundTransport: Hashable, Sendable {
  /// The id, or the file's path when it has none.
  package var id: String
  /// The path of the library.
  package var file: String
  /// The version; nil when it is unknown.
  package var version: String?
  /// True when providers of it can be added.
  package var isUsable: Bool
  /// True while it is in quarantine after a crash.
  package var isQuarantined: Bool
  /// The reason why it is not usable.
  package var reason: String?

  /// Creates an entry.
  package init(id: String, file: String, version: String?, isUsable: Bool, isQuarantined: Bool, reason: String?) {
    (self.id, self.file, self.version) = (id, file, version)
    (self.isUsable, self.isQuarantined, self.reason) = (isUsable, isQuarantined, reason)
  }
}

/// A provider's losses, and its present standing with its beginning and reason.
struct ProviderTally: Sendable {
  var losses = 0
  var reason: String?
  private(set) var since: SurfaceTime?
  private(set) var lastLoss: (time: SurfaceTime, reason: String)?
  private var standing: Roster.Standing?

  /// Takes a standing; the same one again changes nothing.
  mutating func take(_ new: Roster.Standing, at time: SurfaceTime) {
    if new == .ready { reason = nil }
    if new != standing { (standing, since) = (new, time) }
  }

  /// Takes a loss.
  mutating func take(loss: String, at time: SurfaceTime) {
    losses += 1
    reason = loss
    lastLoss = (time, loss)
  }
}

// The methods about providers and transports.
extension HostService {
  func providerList() -> JSONValue {
    let counts = callCounts
    return .object(of: ["providers": .array(host.providers.map { json(of: $0, calls: counts[$0.id] ?? 0) })])
  }

  func provider(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try providerJSON(ProviderID(rawValue: parameters.text("provider")))
  }

  func providerJSON(_ id: ProviderID) throws(MethodError) -> JSONValue { json(of: try entry(id), calls: callCounts[id] ?? 0) }

  /// The number of live calls of each provider.
  var callCounts: [ProviderID: Int] { host.core.callTally.providers }

  func entry(_ id: ProviderID) throws(MethodError) -> Roster.Entry {
    guard let entry = host.entry(of: id) else {
      throw MethodError(
        .notFound, "there is no provider \"\(id)\"; provider.list names them", ["what": "provider", "name": .string(id.rawValue)])
    }
    return entry
  }

  private func json(of entry: Roster.Entry, calls: Int) -> JSONValue {
    let configuration = entry.configuration
    let transport = (host.core.provider(entry.id)?.delegate as? TransportProviderDelegate)?.transport.descriptor
    let misbehaviour = host.misbehaviour(of: entry.id)
    let tally = tallies.withLock { $0[entry.id] } ?? ProviderTally()
    let standing =
      switch entry.standing {
      case .ready: "ready"
      case .notReady: "notReady"
      case .quarantined: "quarantined"
      }
    return .object(of: [
      "provider": .string(entry.id.rawValue),
      "name": .string(configuration.localizedName.isEmpty ? entry.id.rawValue : configuration.localizedName),
      "kind": .string(programs.withLock { $0.isProvider(entry.id) } ? ProviderKind.program.rawValue : ProviderKind.transport.rawValue),
      "transport": transport.map { .string($0.id) }, "version": transport.map { .string($0.version) }, "standing": .string(standing),
      "reason": entry.standing == .ready ? nil : tally.reason.map { .string($0) }, "line": .string(configuration.line.rawValue),
      "handleTypes": configuration.supportedHandleTypes.map { .strings($0.map(\.rawValue).sorted()) },
      "capabilities": .strings(configuration.capabilities.words), "maximumCallGroups": .integer(configuration.maximumCallGroups),
      "maximumCallsPerCallGroup": .integer(configuration.maximumCallsPerCallGroup),
      "includesCallsInRecents": .bool(configuration.includesCallsInRecents), "calls": .integer(calls), "losses": .integer(tally.losses),
      "misbehaviour": .object(of: [
        "stale": .integer(misbehaviour.stale), "illegal": .integer(misbehaviour.illegal), "misdated": .integer(misbehaviour.misdated),
        "unknown": .integer(misbehaviour.unknown),
      ]),
      "icon": configuration.icon.map { .string($0.base64) }, "button": configuration.callButton?.json,
      "since": tally.since.map { .string($0.description) },
      "lastLoss": tally.lastLoss.map { .object(of: ["time": .string($0.time.description), "reason": .string($0.reason)]) },
      "messages": messageTrace(of: entry.id),
    ])
  }

  /// Publishes the newest value of a provider, made at its first reading; one that is gone ends its key.
  func tellProvider(_ id: ProviderID) {
    let content = host.entry(of: id).map { entry in
      StateContent { [weak self] in
        self?.json(of: self?.host.entry(of: id) ?? entry, calls: self?.callCounts[id] ?? 0) ?? .object([])
      }
    }
    publish { $0.log.set(StateKey(.provider, id.rawValue), to: content) }
  }

  func addProvider(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    guard let source = settings.surroundings.transports else { throw Self.lacking("transports to add", "provider.add") }
    let id = ProviderID(rawValue: parameters.text("name"))
    try await source.add(
      id, parameters.text("transport"), line: LineID(rawValue: parameters.text("line")), settings: parameters["settings"]?.text ?? "",
      to: host)
    return try providerJSON(id)
  }

  func configure(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    let id = ProviderID(rawValue: parameters.text("provider"))
    _ = try entry(id)
    do throws(TransportFault) {
      try await host.configure(id, configuration: parameters["settings"]?.text ?? "{}")
    } catch {
      throw Self.error(error, of: id)
    }
    tellProvider(id)
    return try providerJSON(id)
  }

  /// Removes a provider once its calls have ended, or the time has passed.
  func removeProvider(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    let id = ProviderID(rawValue: parameters.text("provider"))
    _ = try entry(id)
    await remove(id, drain: parameters.duration("drain"))
    return .object([])
  }

  /// Removes a provider once its calls have ended, or a time has passed.
  ///
  /// - Parameters:
  ///   - id: the provider.
  ///   - drain: the time; zero to end its calls at once.
  package func remove(_ id: ProviderID, drain: Duration) async {
    guard let provider = host.provider(id) else { return }
    if drain > .zero {
      host.setDraining(true, provider: id)
      await waitForCalls(of: id, until: host.clock.now.advanced(by: drain))
    }
    provider.invalidate()
    host.setDraining(false, provider: id)
    tallies.withLock { $0[id] = nil }
  }

  /// Returns when a provider, or the whole host, has no call, or the time has come.
  ///
  /// - Parameters:
  ///   - id: the provider; nil for the whole host.
  ///   - end: the time, on the host's clock.
  package func waitForCalls(of id: ProviderID?, until end: Instant) async {
    await withCheckedContinuation { continuation in
      let wake = state.withLock { $0.watch(DrainWatcher(provider: id) { continuation.resume() }, until: end) }
      if let wake { host.clock.wake(self, noLaterThan: wake) }
      lookForIdleProviders()
    }
  }

  /// True while a task waits for the last call of a provider.
  package var isDraining: Bool { state.withLock { $0.isWatching } }

  /// Continues the tasks whose provider has no call any more.
  func lookForIdleProviders() {
    guard state.withLock({ $0.isWatching }) else { return }
    let counts = callCounts
    let done = state.withLock { state in state.takeWatchers { id in id.map { counts[$0] == nil } ?? counts.isEmpty } }
    for watcher in done { watcher.resume() }
  }

  func renew(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let id = ProviderID(rawValue: parameters.text("provider"))
    _ = try entry(id)
    if parameters.method == .providerReset { host.reset(id) } else { host.pardon(id) }
    tellProvider(id)
    return try providerJSON(id)
  }

  func providerStatistics(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    let id = ProviderID(rawValue: parameters.text("provider"))
    _ = try entry(id)
    return try await statistics(of: id, nil, level: parameters.int("level"))
  }

  // MARK: Transports

  func transportList() async throws(MethodError) -> JSONValue {
    guard let source = settings.surroundings.transports else { return .object(of: ["transports": .array([])]) }
    let users = transportUsers
    let found = await source.list()
    return .object(of: ["transports": .array(found.map { Self.json(of: $0, users[$0.id] ?? []) })])
  }

  /// The providers of each transport.
  private var transportUsers: [String: [String]] {
    host.providers.reduce(into: [:]) { users, entry in
      guard let delegate = host.core.provider(entry.id)?.delegate as? TransportProviderDelegate else { return }
      users[delegate.transport.descriptor.id, default: []].append(entry.id.rawValue)
    }
  }

  private static func json(of transport: FoundTransport, _ users: [String]) -> JSONValue {
    .object(of: [
      "transport": .string(transport.id), "file": .string(transport.file), "version": transport.version.map { .string($0) },
      "usable": .bool(transport.isUsable), "quarantined": .bool(transport.isQuarantined),
      "reason": transport.reason.map { .string($0) }, "providers": .strings(users.sorted()),
    ])
  }

  func processes(_ call: MethodCall) -> JSONValue {
    .object(of: [
      "processes": .array(host.runners.map { call.isText ? Self.json(of: $0).adding($0.textMembers) : Self.json(of: $0) })
    ])
  }

  private static func json(of runner: RunnerStatus) -> JSONValue {
    .object(of: [
      "process": .string(runner.process), "pid": .integer(runner.pid ?? 0), "transport": .string(runner.transport),
      "version": .string(runner.version), "providers": .strings(runner.providers.map(\.rawValue)), "calls": .integer(runner.calls),
      "state": .string(runner.state.rawValue), "memoryKB": .integer(runner.memoryKibibytes ?? 0), "restarts": .integer(runner.restarts),
      "sandbox": .string(runner.sandbox),
    ])
  }

  func upgrade(_ call: MethodCall) async throws(MethodError) -> JSONValue {
    let name = call.parameters.text("transport")
    let file = call.parameters.optionalText("file")
    // Only the text door has the times.
    let (wait, drain) = call.isText ? (call.parameters.duration("wait"), call.parameters.duration("drain")) : (.zero, .seconds(600))
    let reports: [UpgradeReport]
    do throws(HostError) {
      let id = ProviderID(rawValue: name)
      if host.provider(id) != nil {
        reports = [try await host.upgrade(id, to: file, waiting: wait, draining: drain)]
      } else {
        reports = try await host.upgrade(transport: name, to: file, waiting: wait, draining: drain)
      }
    } catch {
      let isKnown = host.provider(ProviderID(rawValue: name)) != nil || transportUsers[name] != nil
      throw MethodError(
        isKnown ? .rejected : .notFound, error.description,
        ["what": "transport", "name": .string(name), "at": "", "reason": .string(error.advice)])
    }
    let runner = host.runners.first { ($0.transport == name || $0.providers.contains(ProviderID(rawValue: name))) && $0.state != .draining }
    guard let runner else {
      throw MethodError(.internal, "the process of \(name) ended after its upgrade", ["what": "transport", "name": .string(name)])
    }
    let process = Self.json(of: runner)
    return call.isText ? process.adding(["upgrades": .array(reports.map(\.textJSON))]) : process
  }

  func unquarantine(_ parameters: Parameters) async throws(MethodError) -> JSONValue {
    guard let source = settings.surroundings.transports else { throw Self.lacking("transports of its own", "transport.unquarantine") }
    let name = parameters.text("transport")
    try await source.unquarantine(name)
    guard let found = await source.list().first(where: { $0.id == name || $0.file == name }) else {
      throw MethodError(.notFound, "the transport \"\(name)\" is not in the search path", ["what": "transport", "name": .string(name)])
    }
    return Self.json(of: found, transportUsers[found.id] ?? [])
  }
}
