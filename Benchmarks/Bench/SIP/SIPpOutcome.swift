/// How the calls of a SIPp went, or go so far.
struct SIPpOutcome {
  let created: Int
  let successful: Int
  let failed: Int
  /// How many calls it made in a second, from its begin to the end of the last one.
  let callsPerSecond: Double
  /// Messages that either side said twice.
  let retransmissions: Int
  /// How many calls were answered.
  let answered: Int
  /// From each INVITE to its 200, in milliseconds, in order; empty where nobody asked for it.
  let setUps: [Double]

  /// Reads what SIPp left in its folder; nil where it has written nothing yet.
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

  /// A line for people.
  var summary: String {
    "\(successful) of \(created) calls at \(Int(callsPerSecond.rounded()))/s, \(failed) failed, \(retransmissions) retransmissions"
  }

  /// Whether nothing was lost, late or said twice, and the pace was kept.
  func isClean(at rate: Int) -> Bool {
    failed == 0 && retransmissions == 0 && successful == created && created > 0 && callsPerSecond >= 0.95 * Double(rate)
  }
}
