internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration
internal import HostDoors
internal import HostService
internal import HostSurface
internal import Locking

// The daemon as a node of a cluster.
extension Daemon {
  /// Joins the cluster of the configuration, once the host is up.
  func joinCluster() {
    guard let cluster else { return }
    setLines()
    let providers = LineProviders(
      add: { [weak self] in self?.addLineAccounts($0) }, configure: { [weak self] in await self?.configure($0) },
      forget: { [weak self] in self?.forgetLineAccount($0) })
    cluster.open(
      ClusterCallers(
        host: host, service: service, providers: providers,
        drainEnded: { [weak self] isIdle in self?.take(.clusterDrained(isIdle: isIdle)) },
        log: { [log] level, text in log.logLater(level, "cluster", text) },
        changed: { [weak self] in self?.tellClusterState() }))
  }

  private func tellClusterState() {
    notifier.status(status)
    service.setProblem("cluster", "cluster", cluster?.figures.reason)
    service.setProblem("cluster", "traffic", cluster?.trafficProblem)
  }

  /// The configuration without what the cluster has up by itself.
  func standing(_ run: RunConfig) -> RunConfig { cluster == nil ? run : run.withoutLineAccounts }

  /// Gives the cluster the parts of the configuration that concern single lines.
  func setLines() {
    guard let cluster else { return }
    let config = config.withLock { $0 }
    let (settings, _) = config.numberSettings(environment: ProcessInfo.processInfo.environment)
    let (usual, lines) = Self.policies(config, usual: settings.policy)
    cluster.setLines(
      LineParts(accounts: config.run.accounts?.filter { $0.isOfOneLine } ?? [], policy: usual, policies: lines))
  }

  /// Adds providers of single lines, those of one transport and place together.
  private func addLineAccounts(_ accounts: [RunConfig.Account]) {
    var groups: [(first: RunConfig.Account, all: [RunConfig.Account])] = []
    for account in accounts {
      let place = groups.firstIndex { group in
        group.first.transport == account.transport && group.first.isolation == account.isolation && group.first.share == account.share
      }
      if let place { groups[place].all.append(account) } else { groups.append((account, [account])) }
    }
    for group in groups {
      var loads = config.withLock { $0.run }
      loads.accounts = group.all
      do throws(CommandError) {
        for provider in try transports.prepare(loads) { add(provider) }
      } catch {
        for account in group.all {
          log.log(.error, "provider.\(account.name)", error.sentence)
          service.setProblem("provider", account.name, error.sentence)
        }
      }
    }
  }

  private func forgetLineAccount(_ name: String) {
    service.setProblem("provider", name, nil)
    service.setProblem("settings", name, nil)
  }
}
