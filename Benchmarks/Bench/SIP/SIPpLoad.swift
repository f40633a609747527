/// SIPp as the caller: so many calls at so many a second.
struct SIPpLoad {
  static let isThere = MeasuredProcess.isThere("sipp") && MeasuredProcess.isThere("taskset")

  let port: UInt16
  /// The scenario file; nil for SIPp's own caller scenario.
  var scenario: String?
  var keepsTimes = false

  /// Makes calls at a pace, each of which ends once it is active, and waits until all have ended.
  func run(rate: Int, seconds: Int) throws -> SIPpOutcome {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let process = try start(rate: rate, calls: rate * seconds, hold: 0, limit: seconds + 40, in: folder)
    // SIPp's own time limit does not end it while a call is open.
    process.wait(atMost: seconds + 20)
    guard let outcome = SIPpOutcome(folder) else { throw TrafficError("SIPp left no statistics") }
    return outcome
  }

  /// Starts to make calls.
  ///
  /// - Parameter hold: The length of a call, in milliseconds.
  func start(rate: Int, calls: Int, hold: Int, limit: Int, in folder: TemporaryFolder) throws -> MeasuredProcess {
    var words = ["sipp"] + (scenario.map { ["-sf", $0] } ?? ["-sn", "uac"])
    words += ["127.0.0.1:\(port)", "-i", "127.0.0.1", "-p", "\(FreePort.next())", "-nostdin", "-r", "\(rate)", "-m", "\(calls)"]
    words += [
      "-l", "\(max(calls, 1))", "-d", "\(hold)", "-timeout", "\(limit)", "-trace_stat", "-stf", "statistics.csv", "-trace_counts", "-fd",
      "1",
    ]
    if keepsTimes { words += ["-trace_rtt", "-rtt_freq", "1"] }
    return try MeasuredProcess(words, on: 1, in: folder.path)
  }
}
