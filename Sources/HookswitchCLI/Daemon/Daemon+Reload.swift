internal import CallStore
internal import DesktopBridge
internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration
internal import HostDoors
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

// The reload of a daemon's configuration, by SIGHUP or host.reload.
extension Daemon {
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
    let old = config.withLock { $0 }
    var (before, after) = (old, new)
    (before.run, after.run) = (standing(old.run), standing(new.run))
    var plan = DaemonReload(from: before, to: after)
    // The cluster takes these.
    if before.run.accounts != old.run.accounts || after.run.accounts != new.run.accounts, old.run.accounts != new.run.accounts,
      !plan.changed.contains(where: { $0.hasPrefix("$.providers") })
    {
      plan.changed.append("$.providers")
    }
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
    takeNumbers(new, insteadOf: old)
    takeAudio(new, insteadOf: old)
    takeBlocked(new.run.blocked)
    host.letThrough = new.run.letThrough
    if plan.changed.contains("$.directories") { service.setDirectories(new.directories) }
    service.setGrants(new.grants, users: new.users, people: new.people)
    if plan.hasRetention { service.setRetention(days: new.days, calls: new.calls) }
    if plan.changed.contains("$.socket.limits") { door.change(new.socketLimits) }
    bus?.change(new.gnomeCalls)
    desktop?.change(new.desktop)
    log.set(level: new.logLevel, topics: new.logTopics, format: new.logFormat)
    if plan.changed.contains("$.console") { setConsole(new.console) }
    for provider in prepared { add(provider) }
    for account in plan.configured { await configure(account) }
    for (name, replacement) in plan.drained { replace(name, with: replacement, in: new.run) }
    setLines()
    service.setProblem("configuration", path, nil)
    log.log(
      .info, "host",
      "took \(path): changed \(Self.list(plan.changed)); ending \(Self.list(plan.drained.map(\.name))); after a restart \(Self.list(plan.needRestart))"
    )
    return .success(plan.report)
  }

  /// Takes the numbers of the region, the policy of all lines, and those of the lines that ask screeners of their own.
  private func takeNumbers(_ new: DaemonConfig, insteadOf old: DaemonConfig) {
    let (settings, numbers) = new.numberSettings(environment: ProcessInfo.processInfo.environment)
    if new.run.numbers != old.run.numbers {
      numbers?.apply(to: host)
      store.setHandles(StoreHandles(settings.handles))
    }
    let (usual, lines) = Self.policies(new, usual: settings.policy)
    for line in Self.policies(old, usual: settings.policy).lines.keys where lines[line] == nil { host.withdrawPolicy(of: line) }
    host.setUsualPolicy(usual)
    for (line, policy) in lines { host.setPolicy(policy, for: line) }
    store.setEmergencyNumbers(new.emergencyNumbers(usual))
  }

  /// Takes the devices and the sounds: the tones may be those of the region.
  private func takeAudio(_ new: DaemonConfig, insteadOf old: DaemonConfig) {
    #if HOOKSWITCH_SOUND
      guard new.run.audio != old.run.audio || new.run.numbers != old.run.numbers else { return }
      let country = new.numberSettings(environment: ProcessInfo.processInfo.environment).numbers?.country
      if let settings = Self.audio(new, isSystem: options.isSystem).settings(in: country) { host.setAudio(settings) }
    #endif
  }

  private static func list(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.joined(separator: ", ") }

  func configure(_ account: RunConfig.Account) async {
    let id = ProviderID(rawValue: account.name)
    do throws(TransportFault) {
      try await host.configure(id, configuration: account.settings.isEmpty ? "{}" : account.settings)
      if let provider = host.provider(id) { account.apply(to: provider) }
      service.answerCalls(of: account)
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
