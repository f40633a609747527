internal import Hookswitch
internal import TransportLoader

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

    private enum CodingKeys: String, CodingKey {
      case process, pid, transport, version, providers, calls, state, memory = "memory-kb", restarts, sandbox
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
      parts.append("sandbox \(process.sandbox)")
      let head = process.process + (process.pid.map { " (\($0))" } ?? "")
      return PlainText.line("\(head)  \(process.state)  \(parts.joined(separator: "; "))")
    }.joined(separator: "\n")
  }
}

extension ProcessReport {
  /// Reports the processes of a host.
  init(_ host: CallHost) { processes = host.runners.map(Process.init) }
}

extension ProcessReport.Process {
  fileprivate init(_ runner: RunnerStatus) {
    (process, pid, transport, version) = (runner.process, runner.pid, runner.transport, runner.version)
    providers = runner.providers.map(\.rawValue)
    (calls, state, memory) = (runner.calls, runner.state.rawValue, runner.memoryKibibytes)
    (restarts, sandbox) = (runner.restarts, runner.sandbox)
  }
}
