import CallControl
import Foundation
import HostService
import HostSurface
import StrictJSON
import Testing

@Suite("RequestTable")
struct RequestTableTests {
  static func at(_ seconds: Int) -> Instant { Instant(nanoseconds: Int64(seconds) * 1_000_000_000) }

  @Test("X4: a request is accepted and later performed, with the result of each action")
  func performed() throws {
    var table = RequestTable()
    let call = try #require(UUID(uuidString: "ABCDEF01-2345-6789-ABCD-EF0123456789"))
    let number = table.begin(.user, actions: [("end", call), ("answer", nil)])
    table.place(number, on: .main)
    let acceptedStep = table.take(.accepted, of: number, at: Self.at(0))
    let accepted = try #require(acceptedStep)
    #expect(!accepted.isOver)
    try HostSurface.check(accepted.json(), is: .request)
    #expect(accepted.json()["state"]?.string == "accepted")
    _ = table.take(.result(action: 0, nil), of: number, at: Self.at(1))
    _ = table.take(.result(action: 1, CallError(.timedOut)), of: number, at: Self.at(1))
    let failedStep = table.take(.failed(CallError(.timedOut)), of: number, at: Self.at(1))
    let failed = try #require(failedStep)
    let json = failed.json(isReplayed: true)
    try HostSurface.check(json, is: .request)
    #expect(failed.isOver && json["state"]?.string == "failed" && json["replayed"] == .bool(true))
    #expect(json["origin"]?.string == "user" && json["line"]?.string == "main" && json["call"]?.string == call.uuidString)
    #expect(json["actions"]?.array?.map { $0["error"]?["code"]?.string } == [nil, "timedOut"])
    // The end is final.
    let late = table.take(.performed, of: number, at: Self.at(2))
    #expect(late == nil)
  }

  @Test("A refused request changed nothing, and ends at once")
  func refused() throws {
    var table = RequestTable()
    let number = table.begin(.client, actions: [("swap", nil)])
    let entryStep = table.take(.refused(CallError(.invalidAction)), of: number, at: Self.at(0))
    let entry = try #require(entryStep)
    #expect(entry.isOver && entry.state == .failed && entry.error?.code == .invalidAction)
  }

  @Test("An ended request is remembered for 10 minutes, one under way for as long as it takes; numbers are used once")
  func forgets() throws {
    var table = RequestTable()
    let ended = table.begin(.client, actions: [("swap", nil)])
    let open = table.begin(.client, actions: [("swap", nil)])
    _ = table.take(.performed, of: ended, at: Self.at(5))
    let found = try table.entry(ended, at: Self.at(604))
    #expect(found.number == ended)
    do {
      _ = try table.entry(ended, at: Self.at(605))
      Issue.record("still there")
    } catch {
      #expect(error.number == -32003 && error.data["name"]?.string == "1")
    }
    let underWay = try table.entry(open, at: Self.at(100_000))
    #expect(!underWay.isOver)
    let third = table.begin(.client, actions: [])
    #expect(third == 3)
  }

  @Test("Of more ended requests than the limit the oldest are forgotten")
  func bounded() throws {
    var table = RequestTable()
    for _ in 0...RequestTable.limit {
      let number = table.begin(.client, actions: [])
      _ = table.take(.performed, of: number, at: Self.at(0))
    }
    #expect(throws: MethodError.self) { try table.entry(1, at: Self.at(1)) }
    let second = try table.entry(2, at: Self.at(1))
    #expect(second.isOver)
  }
}
