public import CallControl
internal import Locking
public import TransportLoader

extension CallHost {
  /// Finds a transport by its id, loads it, and registers an instance of it as a provider.
  ///
  /// Blocks while it finds and loads the transport: milliseconds, a few seconds at worst. A transport new to this host is first loaded in a
  /// separate process, by `hookswitch-helper` where that is installed, and refused if it crashes or deceives that process. The instance
  /// then begins on a thread of its own; requests wait until it is ready (S8). A lost instance restarts after 0.5 s to 60 s (P6).
  ///
  /// `HostSettings.isolation` says whether it runs in this process or in one of its own, which providers of one shared object share; a
  /// manifest that demands one of both is obeyed. Where no process can be made the transport runs inside, and the log has the reason.
  ///
  /// - Parameters:
  ///   - id: the provider's id at this host.
  ///   - transport: the transport's id, as in its manifest: `org.hookswitch.loopback`.
  ///   - path: the folders to search for transports.
  ///   - configuration: the instance's configuration as one JSON text; empty for the defaults.
  ///   - line: the line for its incoming calls; `each` gives every call a line of its own.
  ///   - settings: time limits of its plugin functions, and its log level.
  ///   - contact: the first contact with a new transport, and the helper for it.
  /// - Throws: `HostError`: `unknownTransport`, `transportRefused` with the file and the reason, or `providerExists`.
  @discardableResult
  public func addProvider(
    _ id: ProviderID, fromTransport transport: String, searching path: SearchPath = .standard(), configuration: String = "",
    line: LineID = .main, settings: TransportSettings = TransportSettings(), contact: FirstContact = .standard()
  ) throws(HostError) -> Provider {
    let catalog = core.knownTransports.catalog(searching: path, meeting: contact, only: transport) { $0.id == transport }
    guard let candidate = catalog.usable(id: transport) else {
      if let other = catalog.candidates.first(where: { $0.id == transport }), case .refused(let refusal) = other.status {
        throw HostError(.transportRefused, transport, refusal.description)
      }
      let folders = path.folders.map(\.path).joined(separator: ", ")
      throw HostError(
        .unknownTransport, transport,
        "no file in \(folders) has that id; name its folder in HOOKSWITCH_TRANSPORT_PATH, or look with "
          + "`hookswitch transports`")
    }
    let loaded: (transport: LoadedTransport, warning: String?)
    do throws(RunnerTable.Failure) {
      let wish = RunnerTable.Wish(id.rawValue, IsolationChoice(usual: core.isolation))
      loaded = try core.runners.load(candidate, wish, contact: contact)
    } catch {
      throw HostError(.transportRefused, transport, error.description)
    }
    let provider = try addProvider(id, transport: loaded.transport, configuration: configuration, line: line, settings: settings)
    if let warning = loaded.warning { core.note(id, "isolation", warning) }
    return provider
  }

  /// Registers an instance of a loaded transport as a provider.
  ///
  /// As `addProvider(_:fromTransport:)`, for a program that chose from the catalog; one transport can serve any number of providers.
  ///
  /// - Throws: `HostError.Code.providerExists`.
  @discardableResult
  public func addProvider(
    _ id: ProviderID, transport: LoadedTransport, configuration: String = "", line: LineID = .main,
    settings: TransportSettings = TransportSettings()
  ) throws(HostError) -> Provider {
    var settings = settings
    if core.journal.isKept { settings.wantsWire = true }
    let delegate = TransportProviderDelegate(transport, configuration: configuration, settings: settings) { [weak core] message in
      core?.hear(message, from: id)
    }
    if core.traced.withLock({ $0.contains(id) }) { delegate.setWantsWire(true) }
    var provider = TransportProviderDelegate.providerConfiguration(for: transport)
    provider.line = line
    let registered = try register(
      id, provider, delegate, queue: nil, isReady: false, isDirect: true,
      restart: { _ in delegate.restart() },
      close: { completion in delegate.close(completion: completion) })
    // Its faults end its own calls alone, so that it is safe to try it again.
    if transport.isIsolated { core.changeRoster { $0.setRecovers(id, true) } }
    return registered
  }

  /// The processes of this host's transports, sorted by name; empty where all run inside.
  ///
  /// Any thread; it reads the memory of each process from the system.
  public var runners: [RunnerStatus] {
    RunnerStatus.all(of: transportDelegates)
  }

  /// Changes the transport of a provider to another version while its calls go on, together with every provider of its process.
  ///
  /// Calls move into a new process with their handles, pending actions and sound, or they stay in the old process until they end while new
  /// ones begin in the new process, as both versions offer it; else the versions change when no call is up. If the new version refuses,
  /// fails, or does not answer in time, the old one goes on as before. A smaller version number is allowed. While an old process finishes
  /// its calls, another upgrade is refused.
  ///
  /// - Parameters:
  ///   - provider: a provider whose transport runs in a process of its own.
  ///   - file: the new library or its manifest; nil for the library as it lies there now.
  ///   - patience: the time to wait for the end of calls that are in the way.
  ///   - drain: the time for the old process to finish its calls; the calls that are then left end.
  ///   - contact: the first contact with the new library, and the helper for it.
  /// - Throws: `HostError.Code.upgradeRefused` with the reason.
  @discardableResult
  public func upgrade(
    _ provider: ProviderID, to file: String? = nil, waiting patience: Duration = .zero, draining drain: Duration = .seconds(600),
    contact: FirstContact = .standard()
  ) async throws(HostError) -> UpgradeReport {
    let found = RunnerUpgrade.all(of: transportDelegates) { id, _ in id == provider }
    guard let upgrade = found.first else {
      throw HostError(.upgradeRefused, provider.rawValue, noRunner(provider.rawValue, isKnown: transportDelegates[provider] != nil))
    }
    return try await carryOut(upgrade, provider.rawValue, file, UpgradePatience(wait: patience, drain: drain), contact)
  }

  /// Changes all processes of a transport to another version, one after another.
  ///
  /// As `upgrade(_:to:waiting:contact:)`; the first refusal ends it, and the processes before keep the new version.
  ///
  /// - Parameters:
  ///   - id: the transport's id.
  ///   - file: the new library or its manifest; nil for the library as it lies there now.
  ///   - patience: the time that each process waits for the end of calls that are in the way.
  ///   - drain: the time for each old process to finish its calls; the calls that are then left end.
  ///   - contact: the first contact with the new library, and the helper for it.
  /// - Throws: `HostError.Code.upgradeRefused` with the reason.
  @discardableResult
  public func upgrade(
    transport id: String, to file: String? = nil, waiting patience: Duration = .zero, draining drain: Duration = .seconds(600),
    contact: FirstContact = .standard()
  ) async throws(HostError) -> [UpgradeReport] {
    let found = RunnerUpgrade.all(of: transportDelegates) { _, delegate in delegate.transport.descriptor.id == id }
    guard !found.isEmpty else {
      let isKnown = transportDelegates.values.contains { $0.transport.descriptor.id == id }
      throw HostError(.upgradeRefused, id, noRunner(id, isKnown: isKnown))
    }
    var reports: [UpgradeReport] = []
    for upgrade in found { reports.append(try await carryOut(upgrade, id, file, UpgradePatience(wait: patience, drain: drain), contact)) }
    return reports
  }

  private var transportDelegates: [ProviderID: TransportProviderDelegate] {
    core.providers.withLock { $0 }.compactMapValues { $0.delegate as? TransportProviderDelegate }
  }

  private func noRunner(_ name: String, isKnown: Bool) -> String {
    isKnown
      ? "its transport runs inside this process; only one in a process of its own can change (isolation process)"
      : "no provider and no transport in use has that name; name one of the providers"
  }

  private func carryOut(
    _ upgrade: RunnerUpgrade, _ subject: String, _ file: String?, _ patience: UpgradePatience, _ contact: FirstContact
  ) async throws(HostError) -> UpgradeReport {
    let report: UpgradeReport
    do throws(UpgradeRefusal) {
      report = try await upgrade.run(to: file, patience, contact: contact)
    } catch {
      throw HostError(.upgradeRefused, subject, error.description)
    }
    for provider in report.providers {
      core.keep(
        .upgraded(provider, from: report.from, to: report.to, way: report.way.rawValue, milliseconds: report.milliseconds),
        at: core.clock.now)
      if report.isDowngrade { core.note(provider, "upgrade", "it changed from \(report.from) to \(report.to), an older version") }
    }
    return report
  }

  /// Has the transports refresh their registrations now, because the network may have changed: after a sleep of the machine, for example.
  ///
  /// It returns at once. A transport without registrations ignores it, and a withdrawn line stays so; a line's readiness shows the result.
  public func refreshRegistrations() {
    for delegate in transportDelegates.values { delegate.refreshRegistration() }
  }

  /// Has a transport register a provider's line at its network, or withdraw it, such as while another host serves the line.
  ///
  /// A withdrawn line gets no calls from its registrar, and its calls go on. The line's readiness shows the result. It stays withdrawn when
  /// its transport is lost: the restart waits until the line is to be registered.
  ///
  /// - Parameters:
  ///   - isRegistered: true to register, or to refresh a registration; false to withdraw it.
  ///   - provider: a transport's provider.
  ///   - milliseconds: the time for it, in milliseconds.
  ///   - then: called on any thread with the failure, or nil once the transport has begun and reported.
  public func setRegistered(
    _ isRegistered: Bool, of provider: ProviderID, deadlineMilliseconds milliseconds: UInt32 = 30_000,
    then: @escaping @Sendable (TransportFault?) -> Void = { _ in }
  ) {
    guard let delegate = core.provider(provider)?.delegate as? TransportProviderDelegate else {
      return then(TransportFault(.notSupported, "it is not a transport's provider"))
    }
    delegate.setRegistered(isRegistered, deadlineMilliseconds: milliseconds, completion: then)
  }

  /// Returns a transport's counters, or its measurements of a call's media, as one JSON object of its own format.
  ///
  /// - Parameters:
  ///   - provider: a transport's provider.
  ///   - call: a call of that provider; nil for the provider's counters.
  ///   - level: the level of detail; a higher one gives more.
  /// - Throws: `TransportFault`: the provider has no transport or the transport has no diagnostics (`notSupported`), it does not run
  ///   (`wrongState`), or the call is unknown (`noSuchCall`).
  public func diagnostics(of provider: ProviderID, call: CallID? = nil, level: UInt32 = 1) async throws(TransportFault) -> String {
    guard let delegate = core.provider(provider)?.delegate as? TransportProviderDelegate else {
      throw TransportFault(.notSupported, "it is not a transport's provider")
    }
    return try await delegate.diagnostics(of: call, level: level)
  }

  /// Reconfigures a provider's transport, which takes the new configuration as a whole or not at all; calls in progress go on (P5).
  ///
  /// A restarted instance begins with the last configuration taken.
  ///
  /// - Throws: `TransportFault` with the wrong setting; or the provider has no transport or takes no configuration (`notSupported`), or
  ///   does not run (`wrongState`).
  public func configure(_ provider: ProviderID, configuration: String) async throws(TransportFault) {
    guard let delegate = core.provider(provider)?.delegate as? TransportProviderDelegate else {
      throw TransportFault(.notSupported, "it is not a transport's provider")
    }
    let fault = await withCheckedContinuation { continuation in
      delegate.apply(configuration: configuration, deadlineMilliseconds: 30_000) { continuation.resume(returning: $0) }
    }
    if let fault { throw fault }
  }
}

extension CallHost {
  /// Lets the messages of a provider's transport into the flight recorder, or keeps them out, as at first.
  ///
  /// It also counts for a provider of that name that is added later. Any thread.
  package func setTraced(_ provider: ProviderID, _ isTraced: Bool) {
    core.traced.withLock { traced in
      traced.remove(provider)
      if isTraced { traced.insert(provider) }
    }
    (core.provider(provider)?.delegate as? TransportProviderDelegate)?.setWantsWire(isTraced)
  }

  /// Returns true when a transport carries the provider's calls.
  package func hasTransport(_ provider: ProviderID) -> Bool { core.provider(provider)?.delegate is TransportProviderDelegate }
}

extension UpgradePatience {
  fileprivate init(wait: Duration, drain: Duration) {
    func milliseconds(_ time: Duration) -> Int64 {
      max(0, min(time, .seconds(Int32.max)).wholeNanoseconds / 1_000_000)
    }
    self.init()
    (self.wait, self.drain) = (UInt64(milliseconds(wait)), UInt32(clamping: milliseconds(drain)))
  }
}

extension HostCore {
  /// Receives an instance's messages for logs and traces.
  fileprivate func hear(_ message: TransportMessage, from provider: ProviderID) {
    switch message {
    case .log(let level, let topic, let text):
      observers.tell(nil, at: clock.now, .log(provider, level: level, topic: topic, text: text))
    case .wire(let call, let isOutgoing, let name, let text):
      let (body, time) = (JournalRecord.Body.wire(provider, call, protocol: name, text: text, isOutgoing: isOutgoing), clock.now)
      journal.keep(body, at: time)
      // A transport may give messages unasked, or for the journal alone.
      if traced.withLock({ $0.contains(provider) }) { flight.keep(body, at: time) }
    }
  }
}
