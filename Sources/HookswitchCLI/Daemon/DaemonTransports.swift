internal import Hookswitch
internal import HostConfiguration
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

/// The transports of a daemon: it finds, loads and lists them for the service.
///
/// Any thread; loads run one after another, since each asks the dynamic linker.
final class DaemonTransports: TransportSource {
  private let folders: [String]
  private let isolation: IsolationMode?
  private let log: DaemonLog
  private let config: Locked<RunConfig>
  /// One table of processes for all providers, so that those of one shared object share a process.
  private let setup: Locked<ProviderSetup>
  private let loads = Locked(())
  /// The last search: a node of a cluster adds accounts of one transport again and again.
  private let known = KnownTransports()

  /// - Parameters:
  ///   - folders: the folders of `--transport-path`.
  ///   - isolation: the value of `--isolation`.
  init(_ config: RunConfig, folders: [String], isolation: IsolationMode?, log: DaemonLog) {
    (self.folders, self.isolation, self.log) = (folders, isolation, log)
    self.config = Locked(config)
    setup = Locked(ProviderSetup(config: config, usualLine: .main, hostVersion: hookswitchVersion, isolation: isolation))
  }

  /// Takes a new configuration for what is loaded from now on.
  func change(_ new: RunConfig) {
    config.withLock { $0 = new }
    setup.withLock { $0.config = new }
  }

  private func catalog(meeting id: String? = nil) -> TransportCatalog {
    let config = config.withLock { $0 }
    var catalog = TransportCatalog(searching: .standard(options: folders + config.folders), pins: config.pins)
    if let id { catalog.meet(.standard(), only: id) } else { catalog.meet(.standard()) }
    return catalog
  }

  /// Returns the transports for some providers; those of one transport do not search for it each time.
  private func catalog(for config: RunConfig) -> TransportCatalog {
    guard let transport = config.accounts?.first?.transport, config.accounts?.allSatisfy({ $0.transport == transport }) == true else {
      return catalog()
    }
    let usual = self.config.withLock { $0 }
    return known.catalog(searching: .standard(options: folders + usual.folders), pins: usual.pins, meeting: .standard()) {
      ProviderSetup.isTransport(transport, $0)
    }
  }

  /// Loads the transports of some providers.
  ///
  /// - Parameter config: a configuration whose providers are those.
  func prepare(_ config: RunConfig) throws(CommandError) -> [PreparedProvider] {
    let catalog = catalog(for: config)
    return try loads.withLock { _ throws(CommandError) in
      var setup = self.setup.withLock { $0 }
      setup.config = config
      do throws(ProviderSetupError) {
        return try setup.prepare(catalog) { log.log(.warning, "host", $0) }
      } catch {
        throw CommandError(error)
      }
    }
  }

  func add(_ name: ProviderID, _ transport: String, line: LineID, settings: String, to host: CallHost) async throws(MethodError) {
    guard host.provider(name) == nil else {
      throw MethodError(
        .exists, "there is a provider \"\(name)\" already; choose another name", ["what": "provider", "name": .string(name.rawValue)])
    }
    var account = RunConfig.Account(path: "$", name: name.rawValue, transport: transport)
    (account.line, account.settings) = (line, settings)
    var config = config.withLock { $0 }
    config.accounts = [account]
    do throws(CommandError) {
      for provider in try prepare(config) {
        do throws(HostError) { try provider.add(to: host) } catch { throw CommandError.failed(error.description) }
      }
    } catch {
      let isUnknown = !catalog().usable.contains { ProviderSetup.isTransport(transport, $0) }
      throw MethodError(
        isUnknown ? .notFound : .rejected, error.sentence,
        ["what": "transport", "name": .string(transport), "at": "/transport", "reason": .string(error.sentence)])
    }
  }

  func list() async -> [FoundTransport] {
    catalog().candidates.map { candidate in
      let id = candidate.id ?? candidate.file
      var (isQuarantined, reason): (Bool, String?) = (false, nil)
      switch candidate.status {
      case .usable: break
      case .refused(let refusal): (isQuarantined, reason) = (refusal.kind == .quarantined, refusal.description)
      case .shadowed(let other): reason = "the same id comes first in \(other)"
      case .noManifest: reason = "it has no manifest beside it and no note in it"
      }
      return FoundTransport(
        id: id, file: candidate.file, version: candidate.manifest?.version, isUsable: candidate.isUsable, isQuarantined: isQuarantined,
        reason: reason)
    }
  }

  func unquarantine(_ transport: String) async throws(MethodError) {
    var quarantine = Quarantine()
    let released = quarantine.release { $0.ids.contains(transport) || $0.file == transport }
    guard !released.isEmpty else {
      throw MethodError(
        .notFound, "the transport \"\(transport)\" is not in quarantine", ["what": "transport", "name": .string(transport)])
    }
    if let reason = quarantine.save() { throw MethodError(.unavailable, reason, ["why": .string(reason)]) }
  }
}
