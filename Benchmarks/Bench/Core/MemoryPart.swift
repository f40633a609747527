import CallControl
import Hookswitch

/// The memory of a call, with a hundred thousand of them active on as many lines.
struct MemoryPart: BenchmarkPart {
  static let name = "memory"
  static let summary = "bytes a call, at 100,000 active calls on 100,000 lines: of a whole host with all its records, and of the core alone"

  private let callCount = 100_000

  func measure() async throws -> [Measurement] {
    let whole = try await wholeHost()
    return [
      Measurement("memory.bytes_per_call", whole, "B", .atMost(2_048)),
      Measurement("memory.core_bytes_per_call", coreAlone(), "B"),
    ]
  }

  /// Measures lines in a `CallHost`, each with its own controller and a call on a provider that keeps no state.
  private func wholeHost() async throws -> Double {
    let host = CallHost()
    let provider = try host.register("obedient", delegate: ObedientDelegate())
    let allocations = await Allocations.during { await LiveCalls.dial(callCount, on: host) }
    try LiveCalls.check(callCount, on: host)
    // End the 100,000 calls together: ending each one alone would take much longer.
    provider.invalidate()
    await host.settle()
    return Double(allocations.liveBytes) / Double(callCount)
  }

  private func coreAlone() -> Double {
    let roster = CoreScript.roster
    let up = Array(CoreScript.steps.prefix(4))
    let (host, allocations) = Allocations.during { () -> (lines: [Line], board: Switchboard) in
      var lines: [Line] = []
      lines.reserveCapacity(callCount)
      var board = Switchboard()
      for place in 0..<callCount {
        var line = CoreLine(place, roster: roster)
        for step in up {
          let effects = line.receive(line.event(step), at: .zero)
          line.note(effects)
        }
        let claimed = board.claim(CoreScript.call(UInt64(place) << 24), on: line.line.id, at: .zero)
        precondition(claimed, "Two calls of the benchmark have the same id.")
        lines.append(line.line)
      }
      return (lines, board)
    }
    precondition(host.lines.allSatisfy { $0.snapshot.calls.first?.state == .active }, "A call of the benchmark is not active.")
    return Double(allocations.liveBytes) / Double(callCount)
  }
}
