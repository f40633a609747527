import CallControl
import Testing

@Suite("Refused calls", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct RefusalFlows {
  @Test("end with the reason of the status, and the Q.850 cause of RFC 3398 section 8.2.6.1", arguments: flows)
  func flow(_ flow: Flow) async throws { try await FlowRun.play(flow) }

  static let flows: [Flow] =
    statuses.map { status in
      .out(
        "out-refused-\(status.code)", .dial, .sees(.connecting), .ended(status.reason, code: status.code, q850: status.q850),
        .said(status.phrase))
    } + [
      .out("out-refused-warning", .dial, .ended(.failed, code: 488, q850: 127), .said("Incompatible media format")),
      .out("out-refused-reason", .dial, .ended(.unanswered, code: 480, q850: 19), .said("No answer from the user")),
      .out("out-refused-retry", .dial, .ended(.failed, code: 503, q850: 41)),
    ]

  static let statuses: [(code: Int32, phrase: String, reason: EndReason, q850: UInt32)] = [
    (400, "Bad Request", .failed, 41),
    (403, "Forbidden", .failed, 21),
    (404, "Not Found", .failed, 1),
    (408, "Request Timeout", .unanswered, 102),
    (410, "Gone", .failed, 22),
    (480, "Temporarily Unavailable", .unanswered, 18),
    (484, "Address Incomplete", .failed, 28),
    (486, "Busy Here", .remoteEnded, 17),
    (487, "Request Terminated", .unanswered, 0),
    (488, "Not Acceptable Here", .failed, 127),
    (500, "Server Internal Error", .failed, 41),
    (503, "Service Unavailable", .failed, 41),
    (504, "Server Time-out", .failed, 102),
    (600, "Busy Everywhere", .remoteEnded, 17),
    (603, "Decline", .remoteEnded, 21),
    (604, "Does Not Exist Anywhere", .failed, 1),
  ]
}
