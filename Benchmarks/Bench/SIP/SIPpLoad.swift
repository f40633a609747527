import FoundationEssentials
import Glibc

/// SIPp as the caller: so many calls at so many a second, and how they went.
struct SIPpLoad {
  static let isThere = MeasuredProcess.isThere("sipp") && MeasuredProcess.isThere("taskset")

  /// How it went.
  struct Outcome {
    var created = 0
    var successful = 0
    var failed = 0
    var retransmissions = 0
    var seconds = 0.0
    /// From each INVITE to its 200, in milliseconds, in order.
    var setUps: [Double] = []

    /// Whether nothing was lost, late or said twice, and the pace was kept.
    func isClean(at rate: Int) -> Bool {
      failed == 0 && retransmissions == 0 && successful == created && created > 0 && Double(created) >= 0.95 * Double(rate) * seconds
    }
  }

  let port: UInt16
  /// The scenario's file; nil: the one that SIPp has for a caller.
  var scenario: String?
  var keepsTimes = false

  /// Calls at a pace, and waits until every call is over.
  ///
  /// - Parameter hold: how long a call lasts, in milliseconds.
  func run(rate: Int, seconds: Int, hold: Int = 0) throws -> Outcome {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let process = try start(rate: rate, calls: rate * seconds, hold: hold, limit: seconds + hold / 1000 + 40, in: folder)
    // Its own limit does not end it while a call is open.
    process.wait(atMost: seconds + hold / 1000 + 20)
    var outcome = try folder.outcome()
    outcome.seconds = Double(seconds)
    return outcome
  }

  /// Begins to call.
  func start(rate: Int, calls: Int, hold: Int, limit: Int, in folder: TemporaryFolder) throws -> MeasuredProcess {
    var words = ["sipp"] + (scenario.map { ["-sf", $0] } ?? ["-sn", "uac"])
    words += ["127.0.0.1:\(port)", "-i", "127.0.0.1", "-p", "\(FreePort.next())", "-nostdin", "-r", "\(rate)", "-m", "\(calls)"]
    words += ["-l", "\(max(calls, 1))", "-d", "\(hold)", "-timeout", "\(limit)", "-trace_stat", "-stf", "statistics.csv", "-fd", "1"]
    if keepsTimes { words += ["-trace_rtt", "-rtt_freq", "1"] }
    return try MeasuredProcess(words, on: 1, in: folder.path)
  }
}
