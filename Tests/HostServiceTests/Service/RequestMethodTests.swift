import CallControl
import Foundation
import HookswitchCore
import HostService
import HostSurface
import Locking
import StrictJSON
import Testing

/// Methods of kind R: accepted and performed, deadlines, keys, origins.
@Suite("HostService: requests") struct RequestMethodTests {
  @Test("X4: the reply comes at the acceptance, and one notification at the end") func acceptedThenPerformed() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    stage.office.keep([.start])
    let request = try await client.call(.callStart, #"{"handle": "+12025550100"}"#)
    #expect(request["state"]?.string == "accepted" && request["origin"]?.string == "client" && request["line"]?.string == "main")
    #expect(try await client.news().isEmpty)
    stage.office.takeKept().forEach { $0.fulfill() }
    let news = try await client.news()
    #expect(news.map(\.name) == ["request"])
    let end = try #require(news.first?.members)
    SurfaceCheck.value(end, is: .request)
    #expect(end["state"]?.string == "performed" && end["request"] == request["request"])
    #expect(try await client.call(.requestGet, #"{"request": \#(request["request"]?.integer ?? 0)}"#) == end)
    #expect(try await client.news().isEmpty)
  }

  @Test("A call may end while requests about it begin: each is answered") func endsMeanwhile() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    for round in 0..<300 {
      let call = try await client.connect()
      let id = try #require(UUID(uuidString: call))
      let answers = Locked<[ServiceStage.Pending]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        if number == 0 {
          // Ends it in the midst of the requests, each time half a microsecond later within one of them.
          while answers.withLock({ $0.count }) < 5 {}
          let start = ContinuousClock.now
          while start.duration(to: .now) < .nanoseconds(500 * round) {}
          stage.host.provider("office")?.reportCall(with: id, reason: .remoteEnded)
        } else {
          for _ in 0..<20 {
            guard let answer = try? client.send("call.continueDTMF", #"{"call": "\#(call)"}"#) else { continue }
            answers.withLock { $0.append(answer) }
          }
        }
      }
      await stage.host.settle()
      #expect(answers.withLock { $0.count == 20 && $0.allSatisfy(\.isAnswered) })
    }
  }

  @Test("A refused request changes nothing, and has no notification") func refused() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let error = try await client.error(.callAnswer, #"{"call": "\#(UUID().uuidString)", "wait": "performed"}"#)
    #expect(error.number == MethodError.refused && error.data["code"]?.string == "unknownCallUUID")
    SurfaceCheck.value(error.data, is: .refusal)
    #expect(try await client.news().isEmpty)
  }

  @Test("A request that fails after its acceptance answers with the request") func failed() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let call = try await client.connect()
    stage.office.keep([.setHeld])
    let pending = try client.send("call.hold", #"{"call": "\#(call)", "wait": "performed"}"#)
    await stage.host.settle()
    #expect(!pending.isAnswered)
    stage.office.takeKept().forEach { $0.fail() }
    guard case .failure(let error) = await pending.value() else { return #expect(Bool(false), "it was performed") }
    #expect(error.number == MethodError.failed && error.code == "failed" || error.data["error"]?["code"] != nil)
    SurfaceCheck.value(error.data, is: .request)
    #expect(error.data["state"]?.string == "failed")
  }

  @Test("The time-out ends the waiting, not the request; the end comes as a notification, and by request.wait") func deadline() async throws
  {
    let stage = try ServiceStage()
    let client = stage.open()
    stage.office.keep([.start])
    let pending = try client.send("call.start", #"{"handle": "+12025550100", "wait": "performed", "timeout": 2}"#)
    await stage.clock.advance(by: .seconds(1))
    #expect(!pending.isAnswered)
    await stage.clock.advance(by: .seconds(1))
    guard case .failure(let error) = await pending.value() else { return #expect(Bool(false), "it was performed") }
    #expect(error.code == "deadline" && error.number == ErrorWord.deadline.number)
    let number = try #require(error.data["request"]?["request"]?.integer)
    let waiting = try client.send("request.wait", #"{"request": \#(number)}"#)
    let impatient = try await {
      let impatient = try client.send("request.wait", #"{"request": \#(number), "timeout": 1}"#)
      await stage.clock.advance(by: .seconds(1))
      return await impatient.value()
    }()
    guard case .failure(let late) = impatient else { return #expect(Bool(false), "it was over") }
    #expect(late.code == "deadline")
    stage.office.takeKept().forEach { $0.fulfill() }
    #expect(try await waiting.value().get()["state"]?.string == "performed")
    #expect(try await client.news().map(\.name) == ["request"])
  }

  @Test("A key repeats the first reply, waits for it, or is refused with other parameters") func keys() async throws {
    let stage = try ServiceStage()
    let (client, other) = (stage.open(), stage.open())
    stage.office.keep([.start])
    let start = #"{"handle": "+12025550100", "key": "k1", "wait": "performed"}"#
    let first = try client.send("call.start", start)
    let second = try other.send("call.start", start)
    await stage.host.settle()
    #expect(!first.isAnswered && !second.isAnswered)
    #expect(stage.host.snapshot().calls.count == 1)
    stage.office.takeKept().forEach { $0.fulfill() }
    let (reply, repeated) = (try await first.value().get(), try await second.value().get())
    #expect(reply["replayed"] == nil && repeated["replayed"] == .bool(true) && repeated["request"] == reply["request"])
    let third = try await other.call(.callStart, start)
    #expect(third["replayed"] == .bool(true) && third["request"] == reply["request"])
    #expect(try await client.error(.callStart, #"{"handle": "+12025550101", "key": "k1"}"#).code == "keyReused")
    // Another user has keys of its own, and ten minutes later the key is forgotten.
    let root = stage.open(Peer(.socket, uid: 0))
    #expect(try await root.call(.callStart, #"{"handle": "+12025550102", "key": "k1", "line": "b"}"#)["replayed"] == nil)
    await stage.clock.advance(by: .seconds(601))
    #expect(try await client.call(.callStart, #"{"handle": "+12025550103", "key": "k1", "line": "c"}"#)["replayed"] == nil)
  }

  @Test("A6: a peer that may not say user is a client, and the reply says so") func origin() async throws {
    let stage = try ServiceStage { $0.isSystem = true }
    var operatorPeer = Peer(.socket, uid: 1_001)
    operatorPeer.isInGroup = true
    let (root, member) = (stage.open(Peer(.socket, uid: 0)), stage.open(operatorPeer))
    #expect(try await root.call(.callStart, #"{"handle": "+12025550100", "origin": "user"}"#)["origin"]?.string == "user")
    #expect(try await member.call(.callStart, #"{"handle": "+12025550101", "origin": "user", "line": "b"}"#)["origin"]?.string == "client")
    #expect(try await member.error(.hostStop).code == "notPermitted")
  }

  @Test(
    "Each word of the table does what it says",
    arguments: [
      ("call.hold", #"{"call": "active"}"#, "held"), ("call.end", #"{"call": "newest"}"#, "gone"),
      ("call.setMuted", #"{"call": "active", "muted": true}"#, "active"),
      ("call.playDTMF", #"{"call": "active", "digits": "12"}"#, "active"),
      ("call.transfer", #"{"call": "active", "handle": "+12025550199"}"#, "gone"),
      ("call.perform", #"{"actions": [{"kind": "setHeld", "call": "active", "held": true}]}"#, "held"),
    ]) func words(_ method: String, _ parameters: String, _ state: String) async throws
  {
    let stage = try ServiceStage()
    let client = stage.open()
    _ = try await client.connect()
    let pending = try client.send(method, String(parameters.dropLast()) + #", "wait": "performed"}"#)
    await stage.host.settle()
    let reply = try await pending.value().get()
    SurfaceCheck.value(reply, is: .request)
    #expect(reply["state"]?.string == "performed")
    let calls = try await client.call(.callList)["calls"]?.array ?? []
    #expect(calls.first?["state"]?.string == (state == "gone" ? nil : state))
  }

  @Test("Two calls: swap, merge, split, and the end of a group") func twoCalls() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let (first, second) = (try await client.connect(), try await client.connect("+12025550101"))
    func states() async throws -> [String] {
      try await client.call(.callList)["calls"]?.array?.compactMap { $0["state"]?.string } ?? []
    }
    #expect(try await states() == ["held", "active"])
    _ = try await client.call(.callSwap, #"{"wait": "performed"}"#)
    #expect(try await states() == ["active", "held"])
    _ = try await client.call(.callMerge, #"{"calls": ["\#(first)", "\#(second.dropLast(2))"], "wait": "performed"}"#)
    #expect(try await states() == ["active", "active"])
    _ = try await client.call(.callSplit, #"{"call": "\#(first)", "wait": "performed"}"#)
    #expect(try await states() == ["active", "held"])
    _ = try await client.call(.callMerge, #"{"calls": ["\#(first)", "\#(second)"], "wait": "performed"}"#)
    _ = try await client.call(.callEnd, #"{"call": "\#(first)", "group": true, "wait": "performed"}"#)
    #expect(try await states().isEmpty)
  }

  @Test(
    "Wrong parameters are named by their place",
    arguments: [
      ("call.transfer", #"{"call": "active"}"#, "/handle"),
      ("call.transfer", #"{"call": "active", "handle": "1", "to": "held"}"#, "/handle"),
      ("call.perform", #"{"actions": [{"kind": "end", "call": "active"}, {"kind": "setHeld", "call": "active"}]}"#, "/actions/1/held"),
      ("call.perform", #"{"actions": [{"kind": "playDTMF", "call": "active"}]}"#, "/actions/0/digits"),
      ("call.perform", #"{"actions": [{"kind": "start"}]}"#, "/actions/0/handle"),
      ("call.perform", #"{"actions": [{"kind": "end", "call": "active", "text": "Back at five"}]}"#, "/actions/0/decline"),
      ("call.start", #"{"handle": 5}"#, "/handle"), ("call.start", #"{"handle": "1", "more": 1}"#, "/more"),
    ]) func wrong(_ method: String, _ parameters: String, _ place: String) async throws
  {
    let stage = try ServiceStage()
    let client = stage.open()
    _ = try await client.connect()
    let before = stage.host.snapshot()
    let error = try await client.error(#require(MethodName(rawValue: method)), parameters)
    #expect(error.code == "invalid" && error.data["at"]?.string == place)
    #expect(stage.host.snapshot() == before)
  }

  @Test("An end in call.perform declines a call with the reason, the cause and the text for its caller") func declines() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    _ = await client.ring()
    stage.office.keep([.end])
    let end = #"{"kind": "end", "call": "ringing", "decline": "busy", "cause": 21, "text": "Back at five"}"#
    try await client.call(.callPerform, "{\"actions\": [\(end)]}")
    let expected = CallOperation.end(Decline(.busy, cause: 21, text: "Back at five"))
    #expect(stage.office.takeKept().map(\.operation) == [expected])
  }

  @Test("The recording of a call that is unknown is refused with the reason, and makes no file") func recordsNothing() async throws {
    let stage = try ServiceStage()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav").path
    let call = UUID().uuidString
    let error = try await stage.open().error(.callRecord, "{\"call\": \"\(call)\", \"file\": \"\(file)\"}")
    // A build without audio says so.
    #expect(["unknownCallUUID", "wrongState"].contains(error.code))
    #expect(error.data["calls"]?.strings ?? [call] == [call] && error.data["reason"]?.string?.isEmpty != true)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
