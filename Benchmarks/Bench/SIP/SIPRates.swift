/// Finds the highest rate at which a server takes every call, with nothing said twice: bursts first, then a longer run.
struct SIPRates {
  struct Figures {
    var callsPerSecond = 0
    var processorMillisecondsPerCall = 0.0
  }

  /// A fresh server, so that what one rate left behind is not counted against the next.
  let serve: () throws -> SIPServer
  /// The rates to try, the lowest first.
  let steps: [Int]
  let burst: Int
  let sustained: Int

  /// The highest step that is held for the longer run.
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
    // What the first calls load is not the calls'.
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
