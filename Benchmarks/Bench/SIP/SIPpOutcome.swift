/// The results of a SIPp process, final or so far.
struct SIPpOutcome {
  let created: Int
  let successful: Int
  let failed: Int
  /// The number of calls per second, from the start to the end of the last call.
  let callsPerSecond: Double
  /// The number of retransmitted messages, of both sides.
  let retransmissions: Int
  /// The number of answered calls.
  let answered: Int
  /// The times from INVITE to 200, in milliseconds, sorted; empty unless the load keeps times.
  let setUps: [Double]

  /// Reads SIPp's files in its folder; nil when it has written nothing yet.
  init?(_ folder: TemporaryFolder) {
    guard let statistics = SIPpTable(folder.text("statistics.csv")), let counts = SIPpTable(folder.text(ofNameEndingIn: "_counts.csv"))
    else {
      return nil
    }
    created = Int(statistics.number("TotalCallCreated"))
    successful = Int(statistics.number("SuccessfulCall(C)"))
    failed = Int(statistics.number("FailedCall(C)"))
    callsPerSecond = statistics.number("CallRate(C)")
    retransmissions = counts.sum(ofNamesEndingIn: "_Retrans")
    answered = counts.sum(ofNamesEndingIn: "_ACK_Sent")
    setUps = folder.text(ofNameEndingIn: "_rtt.csv").split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: ";")
      return fields.count > 1 ? Double(fields[1]) : nil
    }.sorted()
  }

  /// A summary on one line, for people.
  var summary: String {
    "\(successful) of \(created) calls at \(Int(callsPerSecond.rounded()))/s, \(failed) failed, \(retransmissions) retransmissions"
  }

  /// Returns true when every call succeeded without a retransmission, and the pace was kept.
  func isClean(at rate: Int) -> Bool {
    failed == 0 && retransmissions == 0 && successful == created && created > 0 && callsPerSecond >= 0.95 * Double(rate)
  }
}
