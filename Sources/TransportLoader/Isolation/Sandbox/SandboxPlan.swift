internal import Glibc
internal import RunnerChannel
internal import TransportABI

/// The sandbox of one runner, as its host plans it.
struct SandboxPlan: Hashable, Sendable {
  var mode = SandboxMode.attempt
  var needs = RunnerNeeds()
  /// The schema of the transport's settings, which tells paths from other texts.
  var schema: String?
  /// The folder that the transport may write; nil for none.
  var state: String?

  /// The sandbox as the runner is told of it.
  ///
  /// - Parameter paths: the paths that the settings of its instances name.
  func order(_ paths: SettingPaths) -> SandboxBody {
    var body = SandboxBody()
    (body.isOn, body.isRequired, body.uses) = (mode != .off, mode == .require, needs.uses)
    body.state = FrameText(folder ?? "")
    func list(_ paths: [String]) -> [FrameText] { paths.prefix(Int(SandboxBody.most)).map { FrameText($0) } }
    body.reads = list(needs.files + paths.reads.sorted())
    body.writes = list(needs.write + paths.writes.sorted())
    body.devices = list(needs.devices)
    return body
  }

  /// The folder that the transport may write, which this makes; nil where it cannot.
  private var folder: String? {
    guard let state, mode != .off else { return nil }
    var path = ""
    for part in state.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
    return access(path, W_OK) == 0 ? path : nil
  }

  /// The variables of the environment that lead to what it needs.
  var variables: [String] {
    (needs.audio ? ["XDG_RUNTIME_DIR", "PULSE_SERVER"] : [])
      + (needs.dbus.isEmpty ? [] : ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"])
  }

  /// The folder of a transport's files: `$XDG_STATE_HOME/hookswitch/transports/ID`; nil where the user has no such folder.
  static func stateFolder(of transport: String) -> String? { UserFolders.standard.state.map { $0 + "/hookswitch/transports/" + transport } }
}

extension TransportInstance {
  /// Writes a warning of the host about it to the log.
  func warn(_ topic: String, _ message: String) {
    guard wantsLog(HSW_LOG_WARNING) else { return }
    _ = say { ledger in
      ledger.words.append(.log(level: HSW_LOG_WARNING, topic: topic, message: message))
      return HSW_OK
    }
  }
}
