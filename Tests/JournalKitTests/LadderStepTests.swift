import CallControl
import Foundation
import JournalKit
import StrictJSON
import Testing

/// Steps of ladders for programs and pages, and the records that a running host gives.
@Suite struct LadderStepTests {
  @Test("A step has the columns of its arrow, and leaves out what does not apply")
  func members() throws {
    let ladder = try #require(Drawing(Stories.oneCall()).ladders.first)
    let steps = ladder.steps
    #expect(steps.count == ladder.rows.count { if case .pause = $0.body { false } else { true } })
    let first = try #require(steps.first)
    #expect(first.kind == .message && first.sender == "programs" && first.calls == ["c1"])
    #expect(first.json["from"]?.string == "programs" && first.json["step"]?.string == "message" && first.json["trouble"] == nil)
    let states = steps.filter { $0.kind == .state }
    #expect(!states.isEmpty && states.allSatisfy { $0.json["from"] == nil && $0.json["to"] == nil })
    #expect(steps.map(\.time) == steps.map(\.time).sorted())
  }

  @Test("The records of a running host give the ladder of the journal, and unreadable ones are left out")
  func recorded() throws {
    let records = Stories.oneCall()
    let entries = try records.map { record in
      let written = try JSONReader.read(Array(JSONEncoder().encode(record)), limits: JSONLimits(depth: 64))
      return JSONValue.object(of: ["number": 1, "time": "2026-11-28T01:02:03.500Z", "record": written])
    }
    var recorded = RecordedCalls()
    recorded.add([.object(of: ["record": "nothing"]), .object([])])
    #expect(recorded.records.isEmpty && recorded.zero == 0)
    recorded.add(entries)
    #expect(recorded.records == records)
    let first = try #require(records.first)
    #expect(abs(recorded.zero + Double(first.time.nanoseconds) / 1e9 - 1_795_827_723.5) < 0.001)
    let call = try #require(CallNames(records).calls.first)
    #expect(recorded.ladders(of: call).map(\.rows) == Drawing(records).ladders.map { $0.showing(only: call).rows })
  }
}
