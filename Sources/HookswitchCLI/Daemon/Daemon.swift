internal import CallStore
internal import DesktopBridge
internal import DoorKit
internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration
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
  /// False with `--no-bus`.
  var hasBus = true
  /// False with `--no-desktop`.
  var hasDesktop = true
}

/// A reason for which the daemon does something.
enum DaemonEvent: Sendable {
  case signal(Int32)
  case stop(Duration)
  case drain(Duration)
  /// The last call of a draining host has ended, or its time has passed.
  case drained
  /// The drain of a node of a cluster is over: it has no call left, or its time has passed.
  case clusterDrained(isIdle: Bool)
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
  let door: SocketDoor
  let bus: BusDoor?
  let desktop: DesktopBridge?
  let console = Locked<ConsoleKeeper?>(nil)
  /// The daemon's place in a cluster; nil for a host that stands alone.
  let cluster: (any ClusterPart)?
  private let flight = FlightDeck()
  private let keeper: WatchdogKeeper?
  private let events: AsyncStream<DaemonEvent>
  private let tell: AsyncStream<DaemonEvent>.Continuation
  let reloading = Locked(false)

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

    var (hostSettings, numbers) = config.numberSettings(environment: ProcessInfo.processInfo.environment)
    (hostSettings.policy, hostSettings.policies) = Self.policies(config, usual: hostSettings.policy)
    let folder = options.state ?? config.storePath ?? options.paths.state
    let store = CallStore(folder: folder, settings: config.storeSettings(hostSettings))
    self.store = store
    store.setEmergencyNumbers(config.emergencyNumbers(hostSettings.policy))
    hostSettings.letThrough = config.run.letThrough
    hostSettings.recorder = store
    hostSettings.judge = { store.judge($0) }
    hostSettings.usedCalls = store.usedCalls
    cluster = try config.cluster?.makePart(in: folder, version: hookswitchVersion)
    hostSettings.standings = cluster?.standings
    hostSettings.flightRecorder = flight
    #if HOOKSWITCH_SOUND
      hostSettings.audio = Self.audio(config, isSystem: options.isSystem).settings(in: numbers?.country)
    #endif
    host = CallHost(settings: hostSettings)
    transports = DaemonTransports(config.run, folders: options.folders, isolation: options.isolation, log: log)

    var settings = ServiceSettings(version: hookswitchVersion, owner: geteuid())
    (settings.isSystem, settings.store) = (options.isSystem, store)
    settings.cluster = cluster
    cluster?.equip(&settings, host: host, store: store)
    (settings.grants, settings.users, settings.people, settings.flight) = (config.grants, config.users, config.people, flight)
    settings.directories = DirectoryKeeper.Place(
      folder: folder + "/directories", helper: Self.directoryHelper(log), normalize: RegionNumbers.shared.normalize)
    settings.surroundings.config = config.run.file.isEmpty ? nil : config.run.file
    settings.surroundings.log = { log.levels }
    settings.surroundings.takeLine = { log.logLater($0, $1, $2) }
    settings.surroundings.takeLogLine = { log.logLater($0.level, $0.topic, $0.text, about: $0.subject) }
    settings.surroundings.logs = { log.admits($0, $1) }
    settings.surroundings.setLog = { log.set(level: $0, topics: $1) }
    settings.surroundings.stop = { tell.yield(.stop($0)) }
    settings.surroundings.drain = { tell.yield(.drain($0)) }
    settings.surroundings.transports = transports
    settings.surroundings.recordings = folder + "/recordings"
    let reloader = LockedFunction<@Sendable () async -> Result<ReloadReport, MethodError>>()
    settings.surroundings.reload = { await reloader.value?() ?? .success(ReloadReport()) }
    let asker = Locked<DesktopBridge?>(nil)
    settings.surroundings.askPerson = { peer, right, name in asker.withLock { $0 }?.ask(peer, right, name) }
    service = HostService(host, settings)
    let desktop = Self.desktop(options, config, service, host, log)
    self.desktop = desktop
    asker.withLock { $0 = desktop }
    mkdir(folder + "/recordings", 0o700)

    var socket = SocketSettings(path: options.socket ?? config.socketPath ?? options.paths.socket)
    if options.isSystem { socket = .system(path: socket.path) }
    if let mode = config.socketMode { socket.mode = mode }
    if let group = config.socketGroup { socket.group = group }
    (socket.limits, socket.lock) = (config.socketLimits, lock)
    do throws(DoorError) {
      socket.passed = try PassedSocket.take()
      door = try SocketDoor(settings: socket, service: service) { level, text in log.log(level, "socket", text) }
      bus = try Self.bus(options, config, service, desktop, log)
    } catch {
      throw .failed("daemon: \(error)")
    }
    keeper = SystemdNotifier.watchdogPeriod.flatMap { period in
      WatchdogKeeper(period: period, notifier: notifier) { level, text in log.log(level, "host", text) }
    }
    reloader.set({ [weak self] in await self?.reload() ?? .success(ReloadReport()) })
  }

  /// Returns the helper that runs the programs of directories; nil when there is none that may be trusted.
  private static func directoryHelper(_ log: DaemonLog) -> String? {
    let contact = FirstContact.standard()
    guard let trouble = contact.trouble else { return contact.helperFile }
    log.log(.warning, "directory", trouble)
    return nil
  }

  #if HOOKSWITCH_SOUND
    /// Returns the audio of a configuration; the machine's daemon has no desktop.
    static func audio(_ config: DaemonConfig, isSystem: Bool) -> RunAudio {
      config.run.audio ?? RunAudio(device: isSystem ? .null : .default)
    }
  #endif

  /// Makes the bus door; nil when the options or the configuration want none.
  private static func bus(
    _ options: DaemonOptions, _ config: DaemonConfig, _ service: HostService, _ desktop: DesktopBridge?, _ log: DaemonLog
  ) throws(DoorError) -> BusDoor? {
    let choice = config.bus ?? (options.isSystem ? .system : .session)
    guard options.hasBus, choice != .off else { return nil }
    var settings = BusSettings(choice == .system ? .system : .session, isSystem: choice == .system)
    (settings.gnomeCalls, settings.hasAllLines) = (config.gnomeCalls, config.busLines == .all)
    if let desktop { settings.confirm = { desktop.confirm($0, $1) } }
    return try BusDoor(
      settings: settings, service: service, log: { level, text in log.log(level, "bus", text) },
      problem: { [weak service] in service?.setProblem("bus", BusSettings.name, $0) })
  }

  /// Returns the policy of all lines in a configuration, and those of single lines.
  static func policies(_ config: DaemonConfig, usual: LinePolicy) -> (usual: LinePolicy, lines: [LineID: LinePolicy]) {
    var policy = config.run.policy
    policy.emergencyNumbers = config.run.emergencyNumbers ?? usual.emergencyNumbers
    return config.run.screened(policy)
  }

  /// Runs until a signal or a request ends the daemon.
  ///
  /// - Returns: the exit code.
  func run() async -> Int32 {
    do throws(DoorError) {
      try door.start()
      try bus?.start()
      if desktop?.start() == false { throw .cannot("cannot start the thread of the desktop: raise the limit of processes") }
    } catch {
      log.log(.error, "socket", error.description)
      return ExitCode.failure.rawValue
    }
    watch()
    if store.standing.state != .good {
      log.log(.warning, "store", store.standing.reason ?? "the store is \(store.standing.state.rawValue)")
    }
    takeBlocked(config.withLock { $0.run.blocked })
    service.setDirectories(config.withLock { $0.directories })
    addProviders()
    setConsole(config.withLock { $0.console })
    joinCluster()
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
      case .clusterDrained(let isIdle):
        log.log(.info, "cluster", isIdle ? "the drain is over" : "the time of the drain is over: ends the calls that are left")
        wantsEnd = true
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

  var status: String {
    let calls = host.lines.reduce(0) { $0 + host.snapshot(of: $1).calls.count }
    let place = cluster.map { ", " + $0.status } ?? ""
    return "\(calls == 1 ? "1 call" : "\(calls) calls"), \(host.providers.count) providers\(place)"
  }

  /// Has the watchdog look at each thread that matters.
  private func watch() {
    keeper?.watch("door") { [door] in door.ping($0) }
    if let bus { keeper?.watch("bus") { bus.ping($0) } }
    keeper?.watch("store") { [store] in store.ping($0) }
    if let cluster { keeper?.watch("cluster") { cluster.ping($0) } }
    keeper?.watch("line") { [host] answer in
      // A request that the line refuses shows that it still takes turns.
      CallController(host: host).submit(.continueDTMF(.fresh()), origin: .client) { news in
        if case .refused = news { answer() }
      }
    }
  }

  private func addProviders() {
    do throws(CommandError) {
      for provider in try transports.prepare(standing(config.withLock { $0.run })) { add(provider) }
    } catch {
      log.log(.error, "host", error.sentence)
      service.setProblem("providers", "providers", error.sentence)
    }
  }

  func add(_ provider: PreparedProvider) {
    do throws(HostError) {
      service.answerCalls(of: provider.account)
      try provider.add(to: host)
      service.setProblem("provider", provider.account.name, nil)
    } catch {
      log.log(.error, "provider.\(provider.account.name)", error.description)
      service.setProblem("provider", provider.account.name, error.description)
    }
  }

  /// Blocks the callers of the configuration.
  func takeBlocked(_ handles: [Handle]) {
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
      // The peer that ended the last call gets its answer first.
      await host.settle()
      take(.drained)
    }
  }

  private func end(within time: Duration) async {
    notifier.stopping("ending: \(status)")
    log.log(.info, "host", "ends: \(status)")
    service.end()
    let patience = time + Self.closeTime
    notifier.extend(by: patience + .seconds(2))
    // Before the calls end, so that no other begins and the other nodes go on at once.
    await cluster?.leave()
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
    setConsole(nil)
    door.stop(reason: "stopping")
    bus?.stop()
    desktop?.stop()
    keeper?.stop()
    cluster?.close()
    store.close()
    // Leak checkers cannot follow the packed pointers of its records.
    await host.core.flushFlight()
    flight.close()
    log.flush()
    log.log(.info, "host", "ended")
  }
}
