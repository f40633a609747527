/// Finds the highest rate at which a server takes every call without a retransmission: short bursts first, then a longer run.
struct SIPRates {
  struct Figures {
    var callsPerSecond = 0
    var processorMillisecondsPerCall = 0.0
  }

  /// Starts a fresh server, so that one rate's remains do not affect the next rate.
  let serve: () throws -> SIPServer
  /// The rates to try, in ascending order.
  let steps: [Int]
  let burst: Int
  let sustained: Int

  /// Returns the figures of the highest rate that the longer run sustains.
  func measure() throws -> Figures {
    var clean: [Int] = []
    for rate in steps {
      guard try run(rate, burst).isClean else { break }
      clean.append(rate)
    }
    while let rate = clean.popLast() {
      let (isClean, figures) = try run(rate, sustained)
      if isClean { return figures }
    }
    return Figures()
  }

  private func run(_ rate: Int, _ seconds: Int) throws -> (isClean: Bool, Figures) {
    let server = try serve()
    defer { server.stop() }
    // Warm up, so that first-time loading does not count.
    _ = try SIPpLoad(port: server.port).run(rate: 20, seconds: 1)
    let start = server.process.processorNanoseconds
    let outcome = try SIPpLoad(port: server.port).run(rate: rate, seconds: seconds)
    let used = Double(server.process.processorNanoseconds - start) / 1_000_000
    let figures = Figures(callsPerSecond: rate, processorMillisecondsPerCall: used / Double(max(outcome.successful, 1)))
    let microseconds = Int((figures.processorMillisecondsPerCall * 1000).rounded())
    print("  \(server.name) at \(rate)/s for \(seconds) s: \(outcome.summary), \(microseconds) µs of processor time each")
    return (outcome.isClean(at: rate), figures)
  }
}
