internal import Hookswitch
internal import HostConfiguration
internal import HostService

/// The difference between two configurations of a daemon, and the order in which it is carried out: a pure value.
struct DaemonReload: Equatable, Sendable {
  /// The members that changed and count at once, as JSON paths.
  var changed: [String] = []
  /// The members that count after a restart.
  var needRestart: [String] = []
  /// The providers to add.
  var added: [RunConfig.Account] = []
  /// The providers whose settings changed, with the new ones.
  var configured: [RunConfig.Account] = []
  /// The providers that take no new call and end with their last one; `replacement` begins then.
  var drained: [(name: String, replacement: RunConfig.Account?)] = []

  static func == (a: DaemonReload, b: DaemonReload) -> Bool {
    a.changed == b.changed && a.needRestart == b.needRestart && a.added == b.added && a.configured == b.configured
      && a.drained.map(\.name) == b.drained.map(\.name) && a.drained.map(\.replacement) == b.drained.map(\.replacement)
  }

  /// Compares two configurations.
  ///
  /// - Parameters:
  ///   - old: the configuration in force.
  ///   - new: the configuration that was read.
  init(from old: DaemonConfig, to new: DaemonConfig) {
    func compare(_ name: String, _ isEqual: Bool, atOnce: Bool = true) {
      if isEqual { return }
      if atOnce { changed.append("$.\(name)") } else { needRestart.append("$.\(name)") }
    }
    compare("transports", old.run.folders == new.run.folders)
    compare("pins", old.run.pins == new.run.pins)
    compare("region", old.run.numbers == new.run.numbers)
    compare("blocked", old.run.blocked == new.run.blocked)
    compare("letThrough", old.run.letThrough == new.run.letThrough)
    compare("policies", old.run.policies == new.run.policies && old.run.linesWithNumbers == new.run.linesWithNumbers)
    compare("policy", old.run.policy == new.run.policy && old.run.emergencyNumbers == new.run.emergencyNumbers)
    compare("screeners", old.run.screeners == new.run.screeners)
    compare("audio", old.run.audio == new.run.audio, atOnce: old.hasAudio == new.hasAudio)
    compare("isolation", old.run.isolation == new.run.isolation, atOnce: false)
    compare("directories", old.directories == new.directories)
    compare("access", old.grants == new.grants && old.users == new.users && old.people == new.people)
    compare("desktop", old.desktop == new.desktop)
    compare("console", old.console == new.console)
    compare("cluster", old.cluster == new.cluster, atOnce: false)
    compare("bus", old.bus == new.bus && old.busLines == new.busLines, atOnce: false)
    compare("bus.gnomeCalls", old.gnomeCalls == new.gnomeCalls)
    compare(
      "socket", old.socketPath == new.socketPath && old.socketMode == new.socketMode && old.socketGroup == new.socketGroup, atOnce: false)
    compare("socket.limits", old.socketLimits == new.socketLimits)
    compare("store", old.storePath == new.storePath && old.durability == new.durability, atOnce: false)
    compare("store.days", old.days == new.days)
    compare("store.calls", old.calls == new.calls)
    compare("log", old.logLevel == new.logLevel && old.logTopics == new.logTopics && old.logFormat == new.logFormat)
    compareProviders(old.run.accounts, new.run.accounts)
    needRestart = needRestart.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private mutating func compareProviders(_ old: [RunConfig.Account]?, _ new: [RunConfig.Account]?) {
    guard let old, let new else {
      // Without the member the daemon takes what it finds, which it does at its start.
      if (old == nil) != (new == nil) { needRestart.append("$.providers") }
      return
    }
    let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    for account in new {
      guard let known = before[account.name] else {
        added.append(account)
        changed.append(account.path)
        continue
      }
      if known.isSameProvider(as: account) {
        if !known.isEqual(to: account) {
          configured.append(account)
          changed.append(account.path)
        }
      } else {
        drained.append((account.name, account))
        changed.append(account.path)
      }
    }
    for account in old where !new.contains(where: { $0.name == account.name }) { drained.append((account.name, nil)) }
  }

  /// True when the retention of the memory changed.
  var hasRetention: Bool { changed.contains("$.store.days") || changed.contains("$.store.calls") }

  /// The report for `host.reload`.
  var report: ReloadReport { ReloadReport(changed: changed, drained: drained.map(\.name), needRestart: needRestart) }
}

extension DaemonConfig {
  /// True when the daemon carries audio, which it decides at its start.
  fileprivate var hasAudio: Bool {
    #if HOOKSWITCH_SOUND
      run.audio?.device != RunAudio.Device.none
    #else
      false
    #endif
  }
}

extension RunConfig.Account {
  /// True when the entries name one provider that can go on: the same transport, line and process.
  fileprivate func isSameProvider(as other: RunConfig.Account) -> Bool {
    transport == other.transport && line == other.line && isolation == other.isolation && share == other.share
  }

  /// True when nothing differs but the place in the file.
  fileprivate func isEqual(to other: RunConfig.Account) -> Bool {
    var mine = self
    (mine.path, mine.settingsPath) = (other.path, other.settingsPath)
    return mine == other
  }
}
