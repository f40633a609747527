#if HOOKSWITCH_CLUSTER
  internal import HookswitchCluster
  internal import HostConfiguration
  internal import StrictJSON
  internal import TransportLoader

  /// The settings of `hookswitch edge`: a file's members `cluster` and `edge`, and the options, which come before the file.
  struct EdgeConfig: Equatable, Sendable {
    /// The socket of Debian's Kamailio with the shipped configuration.
    static let usualSocket = "/run/kamailio/kamailio_rpc.sock"
    private static let limit = 1 << 20
    /// The members of `cluster` that only a node has; one file may serve a node and the edge of its machine.
    private static let nodeMembers = ["node", "traffic-servers", "sip", "weight", "lease", "beat", "margin", "stray-limit"]

    var cluster = ""
    var servers: [String] = []
    var nkey: String?
    var authorities: String?
    var sockets: [String] = []
    /// The seconds without an answer to OPTIONS after which a node that is gone is dead for callers.
    var silence = 30

    init(_ arguments: Arguments) throws(CommandError) {
      if let file = arguments.value("--config") {
        do throws(RunConfigError) { try read(file) } catch { throw .usage("edge: \(error)") }
      }
      if let name = arguments.value("--cluster") { cluster = name }
      if arguments.has("--server") { servers = arguments.values("--server") }
      nkey = arguments.value("--nkey") ?? nkey
      authorities = arguments.value("--ca-file") ?? authorities
      if arguments.has("--kamailio") { sockets = arguments.values("--kamailio") }
      if sockets.isEmpty { sockets = [Self.usualSocket] }
      if let text = arguments.value("--silence") {
        guard let seconds = Int(text), (5...3_600).contains(seconds) else {
          throw .usage("edge: --silence is \(text), should be 5 to 3600 seconds")
        }
        silence = seconds
      }
      try check()
    }

    /// The connection to the engine.
    func makeSettings() throws(ClusterStoreError) -> NATSSettings {
      var settings = try NATSSettings(servers: servers, name: "hookswitch edge")
      settings.authorities = authorities
      if let nkey {
        settings.seed = { () throws(ClusterStoreError) -> String in
          do throws(SecretStore.Failure) { return try SecretStore.standard.secret(nkey) } catch {
            throw .badSetting(name: "nkey", reason: error.sentence)
          }
        }
      }
      return settings
    }

    private func check() throws(CommandError) {
      guard !cluster.isEmpty, !servers.isEmpty else {
        throw .usage("edge: give --config FILE with the member cluster, or --cluster NAME and --server ADDRESS")
      }
      for (index, path) in sockets.enumerated() {
        guard path.hasPrefix("/"), path.utf8.count < 108 else {
          throw .usage("edge: \(PlainText.of(path)) is no path of a socket: give it from the root, with at most 107 bytes")
        }
        if sockets[..<index].contains(path) { throw .usage("edge: --kamailio \(PlainText.of(path)) was given twice") }
      }
      do throws(ClusterStoreError) {
        _ = try ClusterNames(cluster: cluster)
        _ = try makeSettings()
      } catch {
        throw .usage("edge: \(error)")
      }
    }

    // MARK: The file

    private mutating func read(_ file: String) throws(RunConfigError) {
      let bytes: [UInt8]
      do throws(InputFileError) { bytes = try InputFile.read(file, limit: Self.limit) } catch {
        throw RunConfigError(file: file, path: "", reason: error.reason)
      }
      let value: JSONValue
      do { value = try JSONReader.read(bytes, limits: JSONLimits(depth: 32, size: Self.limit)) } catch {
        throw RunConfigError(file: file, path: "$", reason: "is no JSON: \(error)")
      }
      // The other members of a daemon's file are the daemon's.
      guard case .object = value else { throw RunConfigError(file: file, path: "$", reason: "is \(value.kind), should be an object") }
      func node(_ name: String) -> ConfigNode? {
        value[name].map { ConfigNode(file: file, path: "$.\(name)", value: $0) }
      }
      if let node = node("cluster") { try readCluster(node) }
      if let node = node("edge") {
        let members = try node.members(["kamailio", "silence"])
        if let list = members["kamailio"] { sockets = try list.texts }
        if let node = members["silence"] { silence = try node.integer(5...3_600) }
      }
    }

    private mutating func readCluster(_ node: ConfigNode) throws(RunConfigError) {
      let members = try node.members(["name", "servers", "nkey", "ca-file"] + Self.nodeMembers)
      guard let name = members["name"], let list = members["servers"] else { throw node.wrong("needs the members name and servers") }
      cluster = try name.text
      servers = try list.texts
      nkey = try members["nkey"]?.text
      authorities = try members["ca-file"]?.text
    }
  }
#endif
