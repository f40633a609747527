internal import Glibc
internal import RunnerChannel
internal import StrictJSON
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

/// The paths that the settings of an instance name, by the formats `path` and `write-path` of their schema.
struct SettingPaths: Hashable, Sendable {
  /// The paths to read.
  var reads: Set<String> = []
  /// The paths to read and write.
  var writes: Set<String> = []

  init() {}

  /// Finds the paths; there are none without a schema, or without settings.
  init(in configuration: String, schema: String?) {
    guard let schema, let rules = try? JSONReader.read(Array(schema.utf8)), let value = try? JSONReader.read(Array(configuration.utf8))
    else { return }
    var walk = Walk(root: rules)
    walk.follow(value, rules, depth: 0)
    self = walk.found
  }

  /// Adds the paths of another instance.
  mutating func add(_ other: SettingPaths) {
    reads.formUnion(other.reads)
    writes.formUnion(other.writes)
  }

  /// The first path of another instance, in order of their texts, that these do not have; nil when they have all.
  func lack(of other: SettingPaths) -> String? {
    other.reads.subtracting(reads).subtracting(writes).union(other.writes.subtracting(writes)).min()
  }

  /// A walk through settings beside the rules of their schema.
  private struct Walk {
    /// The schema is as deep as it likes, and may refer to itself; settings are not deeper than this.
    private static let depth = 64

    let root: JSONValue
    var found = SettingPaths()

    mutating func follow(_ value: JSONValue, _ rules: JSONValue, depth: Int) {
      guard depth < Self.depth else { return }
      if let name = rules["$ref"]?.string, let target = definition(name) { follow(value, target, depth: depth + 1) }
      for choice in ["oneOf", "anyOf", "allOf"] { for rules in rules[choice]?.array ?? [] { follow(value, rules, depth: depth + 1) } }
      switch value {
      case .string(let text):
        guard !text.isEmpty else { return }
        if rules["format"]?.string == "path" { found.reads.insert(text) }
        if rules["format"]?.string == "write-path" { found.writes.insert(text) }
      case .array(let items):
        guard let rules = rules["items"] else { return }
        for item in items { follow(item, rules, depth: depth + 1) }
      case .object(let members):
        for member in members {
          guard let rules = rules["properties"]?[member.name] ?? rules["additionalProperties"] else { continue }
          follow(member.value, rules, depth: depth + 1)
        }
      default: return
      }
    }

    /// The rules that `#/$defs/NAME` names.
    private func definition(_ name: String) -> JSONValue? {
      let prefix = "#/$defs/"
      return name.hasPrefix(prefix) ? root["$defs"]?[String(name.dropFirst(prefix.count))] : nil
    }
  }
}
