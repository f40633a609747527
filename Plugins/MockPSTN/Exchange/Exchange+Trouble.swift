internal import TransportKit

/// Network faults.
extension Exchange {
  /// Cuts the line: ends every call, and takes the line down for `duration`.
  mutating func cutLine(for duration: Duration) {
    counters.lineCuts += 1
    for call in parties.keys.sorted(by: { $0.id < $1.id }) { hangUp(call, .outOfOrder) }
    goDown(for: duration, TransportError(.network, "the line is cut", cause: .outOfOrder, domain: "mock-pstn"))
  }

  /// Restarts the exchange: it forgets every call, and reports so.
  mutating func restart(for duration: Duration) {
    counters.restarts += 1
    let calls = parties.keys.sorted { $0.id < $1.id }
    for call in calls { forget(call) }
    past.removeAll()
    let error = TransportError(.network, "the exchange has restarted", cause: .temporaryFailure, domain: "mock-pstn")
    emit(.forgotten(error))
    goDown(for: duration, error)
  }

  /// Brings the line back after a fault.
  mutating func recover() {
    isInTrouble = false
    tellLine()
  }

  private mutating func goDown(for duration: Duration, _ error: TransportError) {
    isInTrouble = true
    emit(.line(.down, retryAfter: duration, error))
    emit(.stopTimer(.recovery))
    emit(.startTimer(.recovery, duration))
  }
}
