import Foundation
import Testing

/// Many calls of SIPp with the scenario `in-upgraded`.
final class SIPpCrowd: Sendable {
  /// The transport of its calls, and its name for SIPp.
  enum Means: String, Sendable, CaseIterable {
    case udp = "u1"
    /// A connection for each call.
    case tcp = "tn"
  }

  let count: Int
  private let process: PeerProcess

  /// Starts calls to a port.
  ///
  /// - Parameters:
  ///   - count: The number of calls.
  ///   - rate: The new calls in a second.
  ///   - hold: The milliseconds before and after the re-INVITE of each call.
  init(_ means: Means, _ count: Int, rate: Int, hold: Int, to port: UInt16) throws {
    self.count = count
    let file = ScenarioFiles.folder.appending(path: "in-upgraded.xml")
    let words = [
      "-sf", file.path, "-m", "\(count)", "-r", "\(rate)", "-l", "\(count)", "-t", means.rawValue, "-i", "127.0.0.1", "-p",
      "\(FreePort.next())", "-mp", "\(FreePort.next())", "-nostdin", "-timeout", "60", "-timeout_error", "-trace_err", "-error_file",
      "errors", "-trace_stat", "-stf", "statistics", "-fd", "1", "-d", "\(hold)", "-max_socket", "2000", "-deadcall_wait", "0",
    ]
    process = try PeerProcess("sipp", words + ["127.0.0.1:\(port)"])
  }

  /// Waits until so many calls have begun.
  func begins(_ wanted: Int) async -> Bool {
    await lookFor(.seconds(30)) { [self] in (last("OutgoingCall(C)") ?? 0) >= wanted ? true : nil } ?? false
  }

  /// Waits for the end of all calls; records an issue for each that failed, and for copies of requests.
  func finish() async {
    let status = await process.exit(within: .seconds(80))
    process.stop()
    let (good, failed, copies) = (last("SuccessfulCall(C)"), last("FailedCall(C)"), last("Retransmissions(C)"))
    #expect(status == 0 && good == count && failed == 0, "\(status ?? -1): \(good ?? -1) good, \(failed ?? -1) failed\n\(told)")
    // A slow run answers later than T1, after which SIPp repeats a request (RFC 3261, section 17.1.1.2).
    #expect(copies == 0 || Patience.factor > 1, "\(copies ?? -1) copies\n\(told)")
  }

  /// The latest value of a column of its statistics.
  private func last(_ column: String) -> Int? {
    let rows = process.file("statistics").split(separator: "\n").map { $0.split(separator: ";", omittingEmptySubsequences: false) }
    guard let place = rows.first?.firstIndex(where: { $0 == column }), let row = rows.last, rows.count > 1, row.count > place
    else { return nil }
    return Int(row[place])
  }

  private var told: String { String(process.file("errors").prefix(4000)) + process.output.entries.suffix(40).joined(separator: "\n") }
}
