import CallControl
import CallStore
import Foundation
import HookswitchCore
import HostService
import HostSurface
import StrictJSON
import Testing

/// Previews of requests, and the refusals of late.
@Suite("HostService: previews and refusals") struct PreviewMethodTests {
  /// Returns the steps of a preview as words.
  static func steps(_ preview: JSONValue, _ names: [String: String]) -> [String] {
    (preview["steps"]?.array ?? []).map { step in
      let call = names[step["call"]?.string ?? ""] ?? "?"
      return [step["kind"]?.string, call, step["details"]?.string, step["cause"]?.string].compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test("Each choice of an answer says what it would do, and nothing is done")
  func choices() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let active = try await client.connect()
    let ringing = await client.ring("home")
    let names = [active: "active", ringing: "ringing"]
    let before = stage.host.snapshot()
    func preview(_ choice: String, by origin: String = "user") async throws -> JSONValue {
      let parameters = #"{"call": "\#(ringing)", "choice": "\#(choice)", "origin": "\#(origin)"}"#
      return try await client.call(.requestPreview, #"{"method": "call.answer", "parameters": \#(parameters)}"#)
    }
    let automatic = try await preview("automatic")
    #expect(automatic["outcome"]?.string == "performed")
    #expect(Self.steps(automatic, names) == ["setHeld active true", "answer ringing"])
    let ending = Self.steps(try await preview("endActive"), names)
    #expect(ending == ["end active madeRoom", "answer ringing"], "\(ending)")
    // A6: only a person may end calls by answering another.
    let impossible = try await preview("endActive", by: "client")
    #expect(impossible["outcome"]?.string == "refused" && impossible["steps"]?.array == [])
    #expect(impossible["refusal"]?["code"]?.string == "wouldEndCalls" && impossible["rules"]?.strings == ["A6"])
    #expect(stage.host.snapshot() == before && stage.office.takeKept().isEmpty)
    // The request itself does the same.
    stage.office.keep([.setHeld])
    _ = try await client.call(.callAnswer, #"{"call": "\#(ringing)", "origin": "user"}"#)
    #expect(stage.office.takeKept().map(\.operation) == [.setHeld(true)])
  }

  @Test("A preview needs the rights of the request, and names what is wrong in its parameters")
  func rights() async throws {
    let stage = try ServiceStage { $0.grants = [AccessGrant(peer: "uid:7", rights: ["control:request.preview"])] }
    let client = stage.open()
    let call = try await client.connect()
    let narrow = stage.open(Peer(.socket, uid: 7))
    #expect(
      try await narrow.error(.requestPreview, #"{"method": "call.end", "parameters": {"call": "\#(call)"}}"#).code == "notPermitted")
    #expect(try await client.error(.requestPreview, #"{"method": "call.list"}"#).data["at"]?.string == "/method")
    #expect(try await client.error(.requestPreview, #"{"method": "call.end"}"#).data["at"]?.string == "/call")
    let start = try await client.call(
      .requestPreview, #"{"method": "call.start", "parameters": {"handle": "+12025550101", "line": "new"}}"#)
    #expect(start["outcome"]?.string == "performed" && start["steps"]?.array?.first?["kind"]?.string == "start")
    // A preview makes no line.
    #expect(stage.host.lines == [.main])
    let seat = try await SessionTests.session(stage, .operator, ["desk"])
    #expect(try await seat.error(.requestPreview, #"{"method": "call.end", "parameters": {"call": "\#(call)"}}"#).code == "notPermitted")
    #expect(try await seat.error(.requestPreview, #"{"method": "call.end", "parameters": {"call": "newest"}}"#).code == "notPermitted")
  }

  @Test("Refused requests and calls are listed with who asked, the reason and the rules, the newest first")
  func refusals() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let gone = UUID().uuidString
    _ = try await client.error(.callEnd, #"{"call": "\#(UUID().uuidString)", "wait": "performed"}"#)
    stage.host.setDoNotDisturb(true)
    let refused = await client.ring()
    stage.host.setDoNotDisturb(false)
    let seat = try await SessionTests.session(stage, .operator)
    _ = try await seat.error(.callHold, #"{"call": "\#(gone)"}"#)
    let list = try await client.call(.refusalList)["refusals"]?.array ?? []
    #expect(list.compactMap { $0["subject"]?.string } == ["call.hold", "incoming", "call.end"])
    #expect(list.compactMap { $0["number"]?.integer } == [3, 2, 1])
    #expect(list.first?["actor"]?.string == "uid:1000 as anna" && list.first?["refusal"]?["code"]?.string == "unknownCallUUID")
    #expect(list.first?["rules"]?.strings == ["A12"] && list.first?["call"]?.string == gone)
    #expect(list[1]["call"]?.string == refused && list[1]["refusal"]?["code"]?.string == "filteredByDoNotDisturb")
    let page = try await client.call(.refusalList, #"{"limit": 2}"#)
    #expect(page["next"]?.integer == 2 && page["dropped"]?.integer == 0)
    let rest = try await client.call(.refusalList, #"{"before": 2, "limit": 2}"#)
    #expect(rest["refusals"]?.array?.count == 1 && rest["next"] == nil)
    #expect(try await client.call(.refusalList, #"{"line": "desk"}"#)["refusals"]?.array == [])
  }

  @Test("Of many refusals the newest are kept, and the number of the others is told")
  func bounded() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    for _ in 0..<1_030 { _ = try client.send("call.end", #"{"call": "\#(UUID().uuidString)"}"#) }
    await stage.host.settle()
    let answer = try await client.call(.refusalList, #"{"limit": 5000}"#)
    #expect(answer["refusals"]?.array?.count == 1_024 && answer["dropped"]?.integer == 6)
    #expect(answer["refusals"]?.array?.last?["number"]?.integer == 7)
  }
}
