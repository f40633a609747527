internal import StrictJSON
package import TransportLoader

/// The member `isolation` of a configuration of `hookswitch run`, at its top or of one provider.
package struct RunIsolation: Equatable, Sendable {
  /// The mode; nil when this leaves it open.
  package var mode: IsolationMode?
  package var sandbox: SandboxMode?
  package var memoryMegabytes: UInt32?
  package var files: UInt32?
  package var patienceMilliseconds: UInt32?
  package var threads: UInt32?
  package var cpuPercent: UInt32?
  /// The needs that replace those of the manifest.
  package var needs: RunnerNeeds?

  /// True when it limits the resources of a process.
  package var limitsProcess: Bool { [memoryMegabytes, files, threads, cpuPercent].contains { $0 != nil } }

  /// The properties of a process, where `own` overrides `general`.
  package static func profile(_ own: RunIsolation?, over general: RunIsolation?) -> RunnerProfile {
    var profile = RunnerProfile()
    for isolation in [general, own].compactMap({ $0 }) {
      if let memory = isolation.memoryMegabytes { profile.limits.memoryMegabytes = memory }
      if let files = isolation.files { profile.limits.files = files }
      if let patience = isolation.patienceMilliseconds { profile.limits.patienceMilliseconds = patience }
      if let threads = isolation.threads { profile.limits.threads = threads }
      if let percent = isolation.cpuPercent { profile.limits.cpuPercent = percent }
      if let sandbox = isolation.sandbox { profile.sandbox = sandbox }
      if let needs = isolation.needs { profile.needs = needs }
    }
    return profile
  }
}

extension RunIsolation {
  /// Reads a mode, or an object.
  ///
  /// - Parameter ofOneProvider: true for the member of a provider, which limits no process if it has none.
  package init(_ node: ConfigNode, ofOneProvider: Bool = false) throws(RunConfigError) {
    self.init()
    switch node.value {
    case .string: mode = try node.word(IsolationMode.self)
    case .object: try read(node, ofOneProvider: ofOneProvider)
    default: throw node.wrong("is \(node.value.kind), should be inside, process or an object")
    }
  }

  private mutating func read(_ node: ConfigNode, ofOneProvider: Bool) throws(RunConfigError) {
    let members = try node.members(["mode", "sandbox", "limits", "needs"])
    if let node = members["mode"] { mode = try node.word(IsolationMode.self) }
    if let node = members["sandbox"] { sandbox = try node.word(SandboxMode.self) }
    if let limits = members["limits"] { try readLimits(limits) }
    if let needs = members["needs"] { self.needs = try RunnerNeeds(needs) }
    guard ofOneProvider, mode == .inside else { return }
    for name in ["limits", "needs", "sandbox"] {
      guard let member = members[name], name != "limits" || limitsProcess else { continue }
      throw member.wrong("is about a process, but the mode is inside")
    }
  }

  private mutating func readLimits(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(["memory-mb", "files", "patience-ms", "threads", "cpu-percent"])
    memoryMegabytes = try members["memory-mb"]?.limit(RunnerLimits.memory)
    files = try members["files"]?.limit(RunnerLimits.files)
    patienceMilliseconds = try members["patience-ms"]?.limit(RunnerLimits.patience)
    threads = try members["threads"]?.limit(RunnerLimits.threadRange)
    cpuPercent = try members["cpu-percent"]?.limit(RunnerLimits.cpuRange)
  }
}

extension RunnerNeeds {
  /// Reads the member `needs`.
  package init(_ node: ConfigNode) throws(RunConfigError) {
    self.init()
    let members = try node.members(["network", "files", "write", "audio", "dbus", "devices", "programs"])
    network = try members["network"]?.flag ?? false
    files = try members["files"]?.paths ?? []
    write = try members["write"]?.paths ?? []
    audio = try members["audio"]?.flag ?? false
    dbus = try members["dbus"]?.texts ?? []
    devices = try members["devices"]?.paths ?? []
    programs = try members["programs"]?.flag ?? false
  }
}

extension RunnerShare {
  /// The largest pool.
  private static let largest: Int64 = 1024

  /// Reads the member `process` of a provider.
  package init(_ node: ConfigNode) throws(RunConfigError) {
    switch node.value {
    case .string(let text):
      let name = try node.text
      self = text == "each" ? .each : .named(name)
    case .object:
      guard let pool = try node.members(["pool"])["pool"] else { throw node.wrong("is empty; write {\"pool\": 4}") }
      self = .pool(try pool.integer(1...Self.largest))
    default: throw node.wrong("is \(node.value.kind), should be \"each\", a name or {\"pool\": N}")
    }
  }
}

extension ConfigNode {
  fileprivate func limit(_ range: ClosedRange<Int>) throws(RunConfigError) -> UInt32 {
    UInt32(try integer(Int64(range.lowerBound)...Int64(range.upperBound)))
  }

  /// Absolute paths.
  fileprivate var paths: [String] {
    get throws(RunConfigError) {
      for item in try items {
        guard try item.text.hasPrefix("/") else { throw item.wrong("is not an absolute path") }
      }
      return try texts
    }
  }
}
