internal import CallDirectory
internal import CallStore
internal import DesktopBridge
internal import Hookswitch
internal import HostConfiguration
internal import HostDoors
internal import HostService
internal import HostSurface
internal import StrictJSON

/// The configuration of `hookswitch daemon`: that of `run`, and the members that only a daemon has.
struct DaemonConfig: Equatable, Sendable {
  /// The members that only a daemon has, in the order of the documentation.
  static let members = ["directories", "access", "desktop", "socket", "bus", "console", "cluster", "store", "log"]

  /// The part that `run` has too.
  var run = RunConfig()
  /// The call directories, in the order of the file.
  var directories: [DirectorySettings] = []
  /// The grants of the configuration.
  var grants: [AccessGrant] = []
  /// The peers that may say that a person makes their requests (A6).
  var users: Set<String> = []
  /// The persons who may have sessions, by name.
  var people: [String: SessionPerson] = [:]
  var socketPath: String?
  var socketMode: UInt16?
  var socketGroup: String?
  var socketLimits = DoorLimits()
  /// The bus; nil for the usual one of the daemon's kind.
  var bus: BusChoice?
  var gnomeCalls = BusSettings.GnomeCalls.off
  var busLines = BusLines.named
  var desktop = DesktopSettings()
  /// The web console that the daemon runs; nil for none.
  var console: DaemonConsole?
  /// The cluster of which the daemon is a node; nil for a host that stands alone.
  var cluster: DaemonCluster?
  /// The folder of the memory.
  var storePath: String?
  var days = 365
  var calls = 10_000
  var durability = StoreSettings.Durability.normal
  var logLevel: LogLevel?
  var logTopics: [String: LogLevel] = [:]
  var logFormat: DaemonLog.Format?

  /// Reads a file.
  static func read(file path: String) throws(RunConfigError) -> DaemonConfig {
    let (run, members) = try RunConfigReader.read(file: path, with: Self.members)
    var config = DaemonConfig(run: run)
    if let node = members["directories"] { config.directories = try DirectorySettings.read(node) }
    if let node = members["access"] { try config.readAccess(node) }
    if let node = members["desktop"] { try config.desktop.read(node) }
    if let node = members["socket"] { try config.readSocket(node) }
    if let node = members["bus"] { try config.readBus(node) }
    if let node = members["console"] { config.console = try DaemonConsole(node) }
    if let node = members["cluster"] { config.cluster = try DaemonCluster(node) }
    if let node = members["store"] { try config.readStore(node) }
    if let node = members["log"] { try config.readLog(node) }
    return config
  }

  private mutating func readAccess(_ node: ConfigNode) throws(RunConfigError) {
    let own = try node.members(["grants", "user", "people"])
    users = Set(try own["user"]?.texts ?? [])
    for (name, item) in try own["people"]?.entries ?? [] {
      let members = try item.members(["role", "lines"])
      guard let role = members["role"] else { throw item.wrong("needs the member role") }
      people[name] = SessionPerson(role: try role.word(SessionRole.self), lines: try members["lines"]?.texts)
    }
    for item in try own["grants"]?.items ?? [] {
      let members = try item.members(["peer", "rights", "names"])
      guard let peer = members["peer"], let rights = members["rights"] else { throw item.wrong("needs the members peer and rights") }
      for (index, right) in try rights.texts.enumerated() where GrantedRight(parsing: right) == nil {
        throw RunConfigError(
          file: item.file, path: "\(rights.path)[\(index)]",
          reason:
            "is \"\(right)\", should be one of \(Right.allCases.map(\.rawValue).joined(separator: ", ")), or one with a method: control:call.end"
        )
      }
      grants.append(AccessGrant(peer: try peer.text, rights: try rights.texts, names: try members["names"]?.texts))
    }
  }

  private mutating func readSocket(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(["path", "mode", "group", "limits"])
    socketPath = try members["path"]?.text
    if let path = socketPath, !path.hasPrefix("/") { throw members["path"]?.wrong("is not an absolute path") ?? node.wrong("is wrong") }
    if let mode = members["mode"] {
      guard let number = UInt16(try mode.text, radix: 8), number <= 0o777 else { throw mode.wrong("is no file mode; write \"0600\"") }
      socketMode = number
    }
    socketGroup = try members["group"]?.text
    if let limits = members["limits"] { try socketLimits.read(limits) }
  }

  private mutating func readBus(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(["name", "gnomeCalls", "lines"])
    bus = try members["name"]?.word(BusChoice.self)
    if let node = members["gnomeCalls"] { gnomeCalls = try node.word(BusSettings.GnomeCalls.self) }
    if let node = members["lines"] { busLines = try node.word(BusLines.self) }
  }

  private mutating func readStore(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(["path", "days", "calls", "durability"])
    storePath = try members["path"]?.text
    if let node = members["days"] { days = try node.integer(1...36_500) }
    if let node = members["calls"] { calls = try node.integer(1...10_000_000) }
    if let node = members["durability"] { durability = try node.word(StoreSettings.Durability.self) }
  }

  private mutating func readLog(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(["level", "topics", "format"])
    logLevel = try members["level"]?.word(LogLevel.self)
    for (name, node) in try members["topics"]?.entries ?? [] { logTopics[name] = try node.word(LogLevel.self) }
    logFormat = try members["format"]?.word(DaemonLog.Format.self)
  }
}

/// The bus on which a daemon serves programs.
enum BusChoice: String, CaseIterable, Sendable {
  case session, system, off
}

/// The lines that a daemon shows on the bus.
enum BusLines: String, CaseIterable, Sendable {
  /// All but those of single calls.
  case named
  case all
}
