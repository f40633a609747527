import CallControl

/// What a call takes, with a hundred thousand of them up on as many lines.
struct MemoryPart: BenchmarkPart {
  static let name = "memory"
  static let summary = "bytes a call, at 100,000 active calls on 100,000 lines"

  private let callCount = 100_000

  func measure() -> [Measurement] {
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
        precondition(claimed, "Two calls of the benchmark have one name.")
        lines.append(line.line)
      }
      return (lines, board)
    }
    precondition(host.lines.allSatisfy { $0.snapshot.calls.first?.state == .active }, "A call of the benchmark is not active.")
    return [Measurement("memory.bytes_per_call", Double(allocations.liveBytes) / Double(callCount), "B", .atMost(2_048))]
  }
}
