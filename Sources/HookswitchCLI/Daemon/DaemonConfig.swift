internal import CallStore
internal import Hookswitch
internal import HostSurface
internal import StrictJSON

/// The configuration of `hookswitch daemon`: that of `run`, and the members that only a daemon has.
struct DaemonConfig: Equatable, Sendable {
  /// The members that only a daemon has, in the order of the documentation.
  static let members = ["access", "socket", "store", "log"]

  /// The part that `run` has too.
  var run = RunConfig()
  /// The grants of the configuration.
  var grants: [AccessGrant] = []
  var socketPath: String?
  var socketMode: UInt16?
  var socketGroup: String?
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
    if let node = members["access"] { try config.readAccess(node) }
    if let node = members["socket"] { try config.readSocket(node) }
    if let node = members["store"] { try config.readStore(node) }
    if let node = members["log"] { try config.readLog(node) }
    return config
  }

  private mutating func readAccess(_ node: ConfigNode) throws(RunConfigError) {
    for item in try node.members(["grants"])["grants"]?.items ?? [] {
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
    let members = try node.members(["path", "mode", "group"])
    socketPath = try members["path"]?.text
    if let path = socketPath, !path.hasPrefix("/") { throw members["path"]?.wrong("is not an absolute path") ?? node.wrong("is wrong") }
    if let mode = members["mode"] {
      guard let number = UInt16(try mode.text, radix: 8), number <= 0o777 else { throw mode.wrong("is no file mode; write \"0600\"") }
      socketMode = number
    }
    socketGroup = try members["group"]?.text
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
