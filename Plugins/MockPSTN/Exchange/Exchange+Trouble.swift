internal import TransportKit

/// A network that misbehaves.
extension Exchange {
  /// The line is cut: every call on it is lost, and for a while there are no others.
  mutating func cutLine(for duration: Duration) {
    counters.lineCuts += 1
    for call in parties.keys.sorted(by: { $0.id < $1.id }) { hangUp(call, .outOfOrder) }
    goDown(for: duration, TransportError(.network, "the line is cut", cause: .outOfOrder, domain: "mock-pstn"))
  }

  /// The exchange starts again: it has forgotten every call, and says so.
  mutating func restart(for duration: Duration) {
    counters.restarts += 1
    let calls = parties.keys.sorted { $0.id < $1.id }
    for call in calls { forget(call) }
    past = [:]
    let error = TransportError(.network, "the exchange has started again", cause: .temporaryFailure, domain: "mock-pstn")
    emit(.forgotten(error))
    goDown(for: duration, error)
  }

  /// The line is in order again.
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
