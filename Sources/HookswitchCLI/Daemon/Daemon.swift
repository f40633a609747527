internal import CallStore
internal import FoundationEssentials
internal import Hookswitch
internal import HostDoors
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The options of a daemon.
struct DaemonOptions: Sendable {
  var isSystem = false
  var paths: DaemonPaths
  /// The configuration of `--config`; nil for the usual file, which may be missing.
  var config: String?
  /// The socket of `--socket`, which counts before the configuration's.
  var socket: String?
  /// The memory of `--state`, which counts before the configuration's.
  var state: String?
  var folders: [String] = []
  var isolation: IsolationMode?
}

/// A reason for which the daemon does something.
enum DaemonEvent: Sendable {
  case signal(Int32)
  case stop(Duration)
  case drain(Duration)
  /// The last call of a draining host has ended, or its time has passed.
  case drained
}

/// A daemon: the host, its memory, its service and its doors, from the lock to the end.
final class Daemon: Sendable {
  /// The time for which calls are ended on the wire, and that for which transports close their instances.
  static let endTime = Duration.seconds(5)
  static let closeTime = Duration.seconds(2)

  let options: DaemonOptions
  let log: DaemonLog
  let config: Locked<DaemonConfig>
  let store: CallStore
  let host: CallHost
  let service: HostService
  let transports: DaemonTransports
  let notifier: SystemdNotifier
  private let door: SocketDoor
  private let keeper: WatchdogKeeper?
  private let events: AsyncStream<DaemonEvent>
  private let tell: AsyncStream<DaemonEvent>.Continuation
  private let reloading = Locked(false)

  /// Opens the memory, makes the host and the socket, and takes no client yet.
  ///
  /// - Parameters:
  ///   - options: the options of the command.
  ///   - config: the configuration.
  ///   - lock: the lock that this daemon holds.
  ///   - log: the log.
  init(_ options: DaemonOptions, _ config: DaemonConfig, lock: HostLock, log: DaemonLog) throws(CommandError) {
    let notifier = SystemdNotifier()
    (self.options, self.log, self.notifier) = (options, log, notifier)
    self.config = Locked(config)
    let (events, tell) = AsyncStream.makeStream(of: DaemonEvent.self)
    (self.events, self.tell) = (events, tell)

    var hostSettings = HostSettings()
    let numbers = config.run.numbers ?? .usual(environment: ProcessInfo.processInfo.environment)
    numbers?.apply(to: &hostSettings)
    hostSettings.policy = Self.policy(config, usual: hostSettings.policy)
    var storeSettings = StoreSettings()
    (storeSettings.days, storeSettings.calls, storeSettings.durability) = (config.days, config.calls, config.durability)
    storeSettings.handles = StoreHandles(hostSettings.handles)
    let folder = options.state ?? config.storePath ?? options.paths.state
    let store = CallStore(folder: folder, settings: storeSettings)
    self.store = store
    hostSettings.recorder = store
    hostSettings.judge = { store.judge($0) }
    hostSettings.usedCalls = store.usedCalls
    #if HOOKSWITCH_SOUND
      hostSettings.audio = (config.run.audio ?? RunAudio(device: options.isSystem ? .null : .default)).settings(in: numbers?.country)
    #endif
    host = CallHost(settings: hostSettings)
    transports = DaemonTransports(config.run, folders: options.folders, isolation: options.isolation, log: log)

    var settings = ServiceSettings(version: hookswitchVersion, owner: geteuid())
    (settings.isSystem, settings.store, settings.grants) = (options.isSystem, store, config.grants)
    settings.surroundings.config = config.run.file.isEmpty ? nil : config.run.file
    settings.surroundings.log = { log.levels }
    settings.surroundings.setLog = { log.set(level: $0, topics: $1) }
    settings.surroundings.stop = { tell.yield(.stop($0)) }
    settings.surroundings.drain = { tell.yield(.drain($0)) }
    settings.surroundings.transports = transports
    settings.surroundings.recordings = folder + "/recordings"
    let reloader = Locked<(@Sendable () async -> Result<ReloadReport, MethodError>)?>(nil)
    settings.surroundings.reload = { await reloader.withLock { $0 }?() ?? .success(ReloadReport()) }
    service = HostService(host, settings)
    mkdir(folder + "/recordings", 0o700)

    var socket = SocketSettings(path: options.socket ?? config.socketPath ?? options.paths.socket)
    if options.isSystem { socket = .system(path: socket.path) }
    if let mode = config.socketMode { socket.mode = mode }
    if let group = config.socketGroup { socket.group = group }
    socket.lock = lock
    do throws(DoorError) {
      socket.passed = try PassedSocket.take()
      door = try SocketDoor(settings: socket, service: service) { level, text in log.log(level, "socket", text) }
    } catch {
      throw .failed("daemon: \(error)")
    }
    keeper = SystemdNotifier.watchdogPeriod.flatMap { period in
      WatchdogKeeper(period: period, notifier: notifier) { level, text in log.log(level, "host", text) }
    }
    reloader.withLock { $0 = { [weak self] in await self?.reload() ?? .success(ReloadReport()) } }
  }

  /// Returns the policy of lines in a configuration.
  private static func policy(_ config: DaemonConfig, usual: LinePolicy) -> LinePolicy {
    var policy = config.run.policy
    policy.emergencyNumbers = config.run.emergencyNumbers ?? usual.emergencyNumbers
    return policy
  }

  /// Runs until a signal or a request ends the daemon.
  ///
  /// - Returns: the exit code.
  func run() async -> Int32 {
    do throws(DoorError) { try door.start() } catch {
      log.log(.error, "socket", error.description)
      return ExitCode.failure.rawValue
    }
    watch()
    if store.standing.state != .good {
      log.log(.warning, "store", store.standing.reason ?? "the store is \(store.standing.state.rawValue)")
    }
    takeBlocked(config.withLock { $0.run.blocked })
    addProviders()
    log.log(.info, "host", "ready: socket \(door.path), \(host.providers.count) providers")
    notifier.ready(status)
    var wantsEnd = false
    var deadline = Self.endTime
    for await event in events {
      switch event {
      case .signal(SIGHUP): Task { [self] in _ = await reload() }
      case .signal:
        // A second signal does not wait.
        if wantsEnd { ProcessEnd.leave(ExitCode.failure.rawValue) }
        wantsEnd = true
      case .stop(let time): (wantsEnd, deadline) = (true, time)
      case .drain(let time): drain(within: time)
      case .drained: wantsEnd = true
      }
      if wantsEnd { break }
    }
    let second = Task { [events] in
      for await case .signal(let number) in events where number != SIGHUP { ProcessEnd.leave(ExitCode.failure.rawValue) }
    }
    await end(within: deadline)
    second.cancel()
    return ExitCode.success.rawValue
  }

  /// Passes an event; any thread.
  func take(_ event: DaemonEvent) { tell.yield(event) }

  private var status: String {
    let calls = host.lines.reduce(0) { $0 + host.snapshot(of: $1).calls.count }
    return "\(calls == 1 ? "1 call" : "\(calls) calls"), \(host.providers.count) providers"
  }

  /// Has the watchdog look at each thread that matters.
  private func watch() {
    keeper?.watch("door") { [door] in door.ping($0) }
    keeper?.watch("store") { [store] in store.ping($0) }
    keeper?.watch("line") { [host] answer in
      // A request that the line refuses shows that it still takes turns.
      CallController(host: host).submit(.continueDTMF(.fresh()), origin: .client) { news in
        if case .refused = news { answer() }
      }
    }
  }

  private func addProviders() {
    do throws(CommandError) {
      for provider in try transports.prepare() { add(provider) }
    } catch {
      log.log(.error, "host", error.sentence)
      service.setProblem("providers", "providers", error.sentence)
    }
  }

  private func add(_ provider: PreparedProvider) {
    do throws(HostError) {
      try provider.add(to: host)
      service.setProblem("provider", provider.account.name, nil)
    } catch {
      log.log(.error, "provider.\(provider.account.name)", error.description)
      service.setProblem("provider", provider.account.name, error.description)
    }
  }

  /// Blocks the callers of the configuration.
  private func takeBlocked(_ handles: [Handle]) {
    do throws(StoreError) { try store.setConfiguredBlocks(handles) } catch {
      // Without a memory the host's own list blocks them.
      for handle in host.blockList where !handles.contains(handle) { host.unblock(handle) }
      for handle in handles { host.block(handle) }
    }
  }

  // MARK: Ends

  private func drain(within time: Duration) {
    log.log(.info, "host", "takes no new calls, and ends with the last one")
    notifier.status("draining: \(status)")
    let end = host.clock.now.advanced(by: time)
    Task { [self] in
      await service.waitForCalls(of: nil, until: end)
      take(.drained)
    }
  }

  private func end(within time: Duration) async {
    notifier.stopping("ending: \(status)")
    log.log(.info, "host", "ends: \(status)")
    service.end()
    let patience = time + Self.closeTime
    notifier.extend(by: patience + .seconds(2))
    let (ends, isOver) = AsyncStream.makeStream(of: Void.self)
    Task { [host] in
      await host.shutdown()
      isOver.finish()
    }
    let limit = Task {
      try await Task.sleep(for: patience)
      isOver.finish()
    }
    for await _ in ends {}
    limit.cancel()
    door.stop(reason: "stopping")
    keeper?.stop()
    store.close()
    log.log(.info, "host", "ended")
  }

  // MARK: Reload

  /// Reads the configuration again, and takes it whole or not at all.
  func reload() async -> Result<ReloadReport, MethodError> {
    let path = config.withLock { $0.run.file }
    guard !path.isEmpty else { return .failure(HostService.noConfiguration) }
    guard
      reloading.withLock({ reloading in
        defer { reloading = true }
        return !reloading
      })
    else {
      return .failure(MethodError(.wrongState, "a reload is under way", ["what": "host", "name": "reload"]))
    }
    defer { reloading.withLock { $0 = false } }
    notifier.reloading()
    defer { notifier.ready(status) }
    let new: DaemonConfig
    do throws(RunConfigError) {
      new = try DaemonConfig.read(file: path)
    } catch {
      log.log(.error, "host", "keeps its configuration: \(error)")
      service.setProblem("configuration", path, error.description)
      return .failure(
        MethodError(
          .rejected, error.description,
          ["at": .string(error.path), "reason": .string(error.reason), "what": "configuration", "name": .string(path)]))
    }
    return await take(new, path)
  }

  private func take(_ new: DaemonConfig, _ path: String) async -> Result<ReloadReport, MethodError> {
    let plan = DaemonReload(from: config.withLock { $0 }, to: new)
    var loads = new.run
    loads.accounts = plan.added
    let prepared: [PreparedProvider]
    do throws(CommandError) {
      prepared = plan.added.isEmpty ? [] : try transports.prepare(loads)
    } catch {
      log.log(.error, "host", "keeps its configuration: \(error.sentence)")
      service.setProblem("configuration", path, error.sentence)
      return .failure(MethodError(.rejected, error.sentence, ["at": "$.providers", "reason": .string(error.sentence)]))
    }
    config.withLock { $0 = new }
    transports.change(new.run)
    host.setUsualPolicy(Self.policy(new, usual: host.policy()))
    takeBlocked(new.run.blocked)
    service.setGrants(new.grants)
    log.set(level: new.logLevel, topics: new.logTopics, format: new.logFormat)
    for provider in prepared { add(provider) }
    for account in plan.configured { await configure(account) }
    for (name, replacement) in plan.drained { replace(name, with: replacement, in: new.run) }
    service.setProblem("configuration", path, nil)
    log.log(
      .info, "host",
      "took \(path): \(plan.changed.count) changes, \(plan.drained.count) providers end, \(plan.needRestart.count) wait for a restart")
    return .success(plan.report)
  }

  private func configure(_ account: RunConfig.Account) async {
    let id = ProviderID(rawValue: account.name)
    do throws(TransportFault) {
      try await host.configure(id, configuration: account.settings.isEmpty ? "{}" : account.settings)
      if let provider = host.provider(id) { account.apply(to: provider) }
      service.setProblem("settings", account.name, nil)
    } catch {
      let reason = error.message.isEmpty ? "its transport refuses them with the code \(error.code)" : error.message
      log.log(.warning, "provider.\(account.name)", "keeps its settings: \(reason)")
      service.setProblem("settings", account.name, "the provider keeps its settings: \(reason)")
    }
  }

  /// Removes a provider after its last call, and begins its replacement.
  private func replace(_ name: String, with replacement: RunConfig.Account?, in config: RunConfig) {
    Task { [self] in
      await service.remove(ProviderID(rawValue: name), drain: .seconds(3_600))
      guard let replacement else { return }
      var loads = config
      loads.accounts = [replacement]
      do throws(CommandError) {
        for provider in try transports.prepare(loads) { add(provider) }
      } catch {
        log.log(.error, "provider.\(name)", error.sentence)
        service.setProblem("provider", name, error.sentence)
      }
    }
  }
}
