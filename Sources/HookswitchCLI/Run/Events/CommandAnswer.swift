internal import Hookswitch
internal import StrictJSON
internal import TransportLoader

/// The answer to one command line.
struct CommandAnswer: Equatable, Sendable {
  /// The outcome of a command.
  enum Outcome: Equatable, Sendable {
    case done
    /// The line is not a command, or no call fits it; the host was not asked.
    case misunderstood(String)
    /// The host refused, and nothing happened.
    case refused(CallError)
    /// The host accepted, but the request failed.
    case failed(CallError)
    /// The awaited state or event did not come in time.
    case timedOut(String)
    /// The transport gave no diagnosis, for this reason.
    case notTold(String)
    /// The provider keeps its settings, for this reason.
    case notConfigured(String)
    /// The recording did not begin or stop, for this reason.
    case notRecorded(String)
    /// The transport keeps its version, for this reason.
    case notUpgraded(String)
    /// The audio route cannot be changed, for this reason.
    case notRouted(String)
  }

  /// The line as typed.
  var command: String
  var outcome: Outcome
  /// The call of the command.
  var call: CallName?
  /// The labels of the calls in an error.
  var names: [CallID: CallName] = [:]
  /// The list of calls, for `calls`.
  var listing: [ListedCall]?
  /// The audio, for `audio`.
  var audio: AudioReport?
  /// The processes of transports, for `processes`.
  var processes: ProcessReport?
  /// The upgrades, for `upgrade`.
  var upgrades: [RunUpgrade]?
  /// The transport's diagnosis of a call or of itself: one JSON object.
  var diagnosis: String?
  /// The text of the answer, for people.
  var text: String?

  var isGood: Bool { outcome == .done }

  /// The outcome in one sentence without a full stop.
  var reason: String {
    switch outcome {
    case .done: "done"
    case .misunderstood(let text), .timedOut(let text), .notTold(let text), .notConfigured(let text), .notRecorded(let text),
      .notUpgraded(let text), .notRouted(let text):
      text
    case .refused(let error): "refused, \(sentence(error))"
    case .failed(let error): "failed, \(sentence(error))"
    }
  }

  private func sentence(_ error: CallError) -> String {
    var text = "\(error.code.rawValue): \(error.code.sentence)"
    if let kinds = error.handleKinds { text += ", only \(kinds.map(\.rawValue).joined(separator: ", "))" }
    let inTheWay = error.calls.compactMap { names[$0] }.filter { $0 != call }.sorted()
    if !inTheWay.isEmpty { text += " (\(inTheWay.map(\.description).joined(separator: ", ")))" }
    if let transport = error.transport, !transport.message.isEmpty { text += ": \(transport.message)" }
    return text
  }
}

/// The answer to the command `processes`: the processes of transports.
struct ProcessReport: Equatable, Sendable {
  /// One process.
  struct Process: Equatable, Encodable, Sendable {
    var process: String
    /// The number of the process; nil when there is none now.
    var pid: Int32?
    var transport: String
    var version: String
    var providers: [String]
    var calls: Int
    var state: String
    /// Its memory in KiB.
    var memory: Int?
    var restarts: Int
    var sandbox: String
    var limits: String

    private enum CodingKeys: String, CodingKey {
      case process, pid, transport, version, providers, calls, state, memory = "memory-kb", restarts, sandbox, limits
    }
  }

  var processes: [Process] = []

  /// The report for people.
  var text: String {
    if processes.isEmpty { return "no processes: all transports run inside" }
    return processes.map { process in
      var parts = ["\(process.transport) \(process.version)", process.providers.joined(separator: ", ")]
      parts.append(process.calls == 1 ? "1 call" : "\(process.calls) calls")
      if let memory = process.memory { parts.append("\(memory) KiB") }
      if process.restarts > 0 { parts.append(process.restarts == 1 ? "1 restart" : "\(process.restarts) restarts") }
      parts += ["sandbox \(process.sandbox)", "limits: \(process.limits)"]
      let head = process.process + (process.pid.map { " (\($0))" } ?? "")
      return PlainText.line("\(head)  \(process.state)  \(parts.joined(separator: "; "))")
    }.joined(separator: "\n")
  }
}

extension ProcessReport.Process {
  /// Reads a `TransportProcess`; 0 stands for no process and for no memory.
  init(json: JSONValue) {
    func number(_ name: String) -> Int? { json[name]?.integer.flatMap { $0 == 0 ? nil : Int($0) } }
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    (process, pid, transport, version) = (text("process"), number("pid").map { Int32($0) }, text("transport"), text("version"))
    providers = json["providers"]?.strings ?? []
    (calls, state, memory) = (number("calls") ?? 0, text("state"), number("memoryKB"))
    (restarts, sandbox, limits) = (number("restarts") ?? 0, text("sandbox"), text("limits"))
  }
}

/// An upgrade in the answer to the command `upgrade`.
struct RunUpgrade: Equatable, Encodable, Sendable {
  var process: String
  var providers: [String]
  var from: String
  var to: String
  var way: String
  var calls: Int
  /// The time of the whole upgrade.
  var milliseconds: Int
  /// The time in which neither version served, in milliseconds.
  var gap: Double

  private enum CodingKeys: String, CodingKey {
    case process, providers, from, to, way, calls, milliseconds, gap = "gap-milliseconds"
  }

  /// Reads one of the upgrades that `transport.upgrade` reports to the text door.
  init(json: JSONValue) {
    func number(_ name: String) -> Int { json[name]?.integer.map { Int($0) } ?? 0 }
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    (process, providers, from, to) = (text("process"), json["providers"]?.strings ?? [], text("from"), text("to"))
    (way, calls, milliseconds) = (text("way"), number("calls"), number("milliseconds"))
    gap = Double(number("gapMicroseconds") / 10) / 100
  }

  /// The upgrade in one line for people.
  var text: String {
    let stays = way == UpgradeWay.sockets.rawValue || way == UpgradeWay.overlap.rawValue
    let count = calls == 1 ? "1 call" : "\(calls) calls"
    let moved = stays ? "\(count) left to the old process" : "\(count) moved"
    return PlainText.line("\(process)  \(from) → \(to)  \(way)  \(moved); \(milliseconds) ms, \(gap) ms of them without service")
  }
}
