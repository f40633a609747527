import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import HostService
import HostSurface
import Locking
import StoreTrials
import StrictJSON
import Testing

/// Requests at any node about any line.
@Suite struct GatewayTests {
  private static let line = "agent-9"

  /// The position of the line as the node sees it that a session asks.
  enum Position: String, CaseIterable {
    case here, elsewhere, lent
  }

  /// Three hosts, of which the first is asked; returns the one that has the line.
  private func makeTeam(_ position: Position, seed: UInt64 = 1) throws -> (team: GatewayTeam, asked: TeamHost, holder: TeamHost) {
    let team = try GatewayTeam(seed: seed)
    let hosts = [try team.start("a1"), try team.start("a2"), try team.start("a3")]
    switch position {
    case .here:
      team.give(Self.line, to: "a1")
      return (team, hosts[0], hosts[0])
    case .elsewhere:
      team.give(Self.line, to: "a2")
      return (team, hosts[0], hosts[1])
    case .lent:
      team.give(Self.line, to: "a3")
      team.map.withLock { $0.lent[Self.line] = "a2" }
      return (team, hosts[0], hosts[1])
    }
  }

  private func start(_ team: GatewayTeam, _ client: TeamClient) async throws -> String {
    let request = try await team.call(
      client, "call.start", #"{"handle": "+12025550100", "provider": "office", "line": "\#(Self.line)", "wait": "performed"}"#
    ).value()
    return try #require(request["call"]?.string)
  }

  @Test("each method reaches the node of its line or its call", arguments: Position.allCases)
  func methods(_ position: Position) async throws {
    let (team, asked, holder) = try makeTeam(position)
    let client = asked.open()
    _ = try await team.call(client, "host.hello", #"{"client": "desk"}"#)
    let call = try await start(team, client)
    #expect(holder.calls.map(\.uuid.uuidString) == [call])
    #expect(holder.calls.first?.line.rawValue == Self.line)
    // Each node finds the slot of a call that a node named.
    let id = try #require(UUID(uuidString: call))
    #expect(CallSlot.slot(of: id, digits: 3) == Slot(of: Self.line, digits: 3))
    holder.host.provider("office")?.reportOutgoingCall(with: id, connectedAt: nil)
    await team.run(.milliseconds(20))

    let list = try await team.call(client, "call.list", #"{"line": "\#(Self.line)"}"#).value()
    #expect(list["calls"]?.array?.first?["call"]?.string == call)
    #expect(try await team.call(client, "line.get", #"{"line": "\#(Self.line)"}"#).value()["line"]?.string == Self.line)
    #expect(try await team.call(client, "call.get", #"{"call": "\#(call)"}"#).value()["state"]?.string == "active")
    for method in ["call.hold", "call.resume", "call.end"] {
      let answer = try await team.call(client, method, #"{"call": "\#(call)", "wait": "performed"}"#)
      #expect(try answer.value()["state"]?.string == "performed", "\(method)")
    }
    #expect(holder.calls.isEmpty)
    // A host's own state is asked at that host.
    #expect(try await team.call(client, "host.status").value()["epoch"]?.string == "epoch-a1")
    #expect(asked.traffic.gateway.underWay == 0)
  }

  @Test("a request that another node performs has a number of its own here")
  func requestNumbers() async throws {
    let (team, asked, holder) = try makeTeam(.elsewhere)
    let client = asked.open()
    let answer = try await team.call(client, "call.start", #"{"handle": "1", "provider": "office", "line": "\#(Self.line)"}"#).value()
    let number = try #require(answer["request"]?.integer)
    #expect(number >= RequestSubject.firstForeign)
    let ended = try await team.call(client, "request.wait", #"{"request": \#(number)}"#).value()
    #expect(ended["state"]?.string == "performed")
    #expect(ended["request"]?.integer == number)
    #expect(try await team.call(client, "request.get", #"{"request": \#(number)}"#).value() == ended)
    #expect(try await team.call(client, "request.get", #"{"request": \#(number + 1)}"#).error().code == "notFound")
    #expect(try await team.call(holder.open(), "request.get", #"{"request": 1}"#).value()["state"]?.string == "performed")
  }

  @Test("a call whose id leads nowhere is found by a question to all")
  func foreignID() async throws {
    let (team, asked, holder) = try makeTeam(.elsewhere)
    let client = holder.open()
    // The program names the call; its last digits are another slot's.
    let id = "00000000-0000-4000-8000-000000000000"
    _ = try await team.call(
      client, "call.start",
      #"{"handle": "1", "provider": "office", "line": "\#(Self.line)", "call": "\#(id)", "wait": "performed"}"#
    ).value()
    let answer = try await team.call(asked.open(), "call.end", #"{"call": "\#(id)", "wait": "performed"}"#)
    #expect(try answer.value()["state"]?.string == "performed")
    #expect(holder.calls.isEmpty)
    let unknown = try await team.call(asked.open(), "call.get", #"{"call": "10000000-0000-4000-8000-000000000001"}"#)
    #expect(try unknown.error().code == "unknownCallUUID")
  }

  @Test(
    "a call whose id leads nowhere is found at a node that answers late", arguments: [Duration.milliseconds(700), .milliseconds(1_200)])
  func foreignIDAtBusyNode(_ delay: Duration) async throws {
    let (team, asked, holder) = try makeTeam(.elsewhere)
    let id = "00000000-0000-4000-8000-000000000000"
    _ = try await team.call(
      holder.open(), "call.start",
      #"{"handle": "1", "provider": "office", "line": "\#(Self.line)", "call": "\#(id)", "wait": "performed"}"#
    ).value()
    let lane = try #require(holder.store.lane as? VirtualLane)
    lane.pause()
    let ended = try asked.open().send("call.end", #"{"call": "\#(id)", "wait": "performed"}"#)
    await team.run(delay)
    lane.resume()
    #expect(await team.run(.seconds(3)) { ended.isAnswered })
    #expect(try ended.value()["state"]?.string == "performed")
    #expect(holder.calls.isEmpty)
  }

  @Test("a request to a node that is cut off ends with an error that says what to do")
  func cutOff() async throws {
    let (team, asked, holder) = try makeTeam(.elsewhere)
    holder.wire?.cut()
    await team.run(.milliseconds(50))
    let pending = try await team.call(asked.open(), "call.list", #"{"line": "\#(Self.line)"}"#)
    #expect(try pending.error().data["why"]?.string == "noOwner")
    #expect(try pending.error().message.contains("nothing was done: try again"))
    // It goes on by itself once another node owns the line.
    let next = try asked.open().send("call.list", #"{"line": "\#(Self.line)"}"#)
    await team.run(.seconds(5))
    #expect(!next.isAnswered)
    team.give(Self.line, to: "a3")
    #expect(await team.run(.seconds(1)) { next.isAnswered })
    #expect(try next.value()["calls"]?.array?.isEmpty == true)
  }

  @Test("a node without the engine answers with an error in time, and its own lines at once")
  func withoutEngine() async throws {
    let (team, asked, _) = try makeTeam(.elsewhere)
    asked.wire?.cut()
    await team.run(.milliseconds(50))
    let pending = try await team.call(asked.open(), "call.list", #"{"line": "\#(Self.line)"}"#)
    #expect(try pending.error().code == "unavailable")
    team.map.withLock { $0.beliefs["a1"] = [Self.line: .here(fence: 1)] }
    let here = try await team.call(asked.open(), "call.list", #"{"line": "\#(Self.line)"}"#, within: .milliseconds(10))
    #expect(try here.value()["calls"] != nil)
  }

  @Test("a request that is sent again, or comes twice, happens once", arguments: 1...4 as ClosedRange<UInt64>)
  func twice(_ seed: UInt64) async throws {
    let (team, asked, holder) = try makeTeam(.elsewhere, seed: seed)
    team.bench.engine.set { faults in
      (faults.repeated, faults.lostAnswers, faults.lostQuestions) = (500, 400, 200)
    }
    let client = asked.open()
    var starts: [TeamClient.Pending] = []
    for _ in 0..<10 {
      starts.append(
        try client.send("call.start", #"{"handle": "1", "provider": "office", "line": "\#(Self.line)", "wait": "performed"}"#))
    }
    #expect(await team.run(.seconds(60)) { starts.allSatisfy(\.isAnswered) })
    team.bench.engine.set { ($0.repeated, $0.lostAnswers, $0.lostQuestions) = (0, 0, 0) }
    await team.run(.seconds(5))
    // Rules of the line may refuse some of ten; each has one answer, and no call of a refused one exists.
    let begun = Set(starts.compactMap { try? $0.value()["call"]?.string })
    #expect(starts.allSatisfy { $0.count == 1 })
    #expect(Set(holder.calls.map(\.uuid.uuidString)).isSubset(of: begun))
    #expect(Set(holder.calls.map(\.uuid)).count == holder.calls.count)
  }

  @Test("a request whose time is over when it comes is not performed")
  func late() async throws {
    let (team, asked, holder) = try makeTeam(.elsewhere)
    let request = GatewayRequest(
      id: "late", deadline: 0, actor: RemoteActor(name: "x", rights: [.control]), method: "call.start",
      parameters: .object(of: ["handle": "1", "provider": "office", "line": .string(Self.line)]))
    let slot = Slot(of: Self.line, digits: 3).description
    asked.store.request(request.message(to: team.bench.names.slot(slot)), within: .seconds(1)) { _ in }
    await team.run(.seconds(2))
    #expect(holder.calls.isEmpty)
  }

  @Test("a node looks once at the place that a wrong owner names, and then reports")
  func moved() async throws {
    let (team, asked, _) = try makeTeam(.elsewhere)
    team.give(Self.line, to: "a3")
    // The asked node has not heard of the change; the request goes to the node it knows.
    team.map.withLock { $0.beliefs["a1"] = [Self.line: .borrower("a2")] }
    #expect(try await team.call(asked.open(), "line.get", #"{"line": "\#(Self.line)"}"#).value()["line"]?.string == Self.line)
    // Two nodes that name each other.
    team.map.withLock { $0.beliefs["a2"] = [Self.line: .borrower("a3")] }
    team.map.withLock { $0.beliefs["a3"] = [Self.line: .borrower("a2")] }
    let error = try await team.call(asked.open(), "line.get", #"{"line": "\#(Self.line)"}"#).error()
    #expect(error.code == "lineElsewhere")
    #expect(error.data["node"]?.string == "a2")
  }

  @Test("a busy node and a full gateway say so, with the time to try again")
  func busy() async throws {
    let team = try GatewayTeam()
    let asked = try team.start("a1") { $0.outgoingLimit = 1 }
    _ = try team.start("a2") { $0.incomingLimit = 0 }
    team.give(Self.line, to: "a2")
    let client = asked.open()
    let first = try client.send("call.list", #"{"line": "\#(Self.line)"}"#)
    let second = try client.send("call.list", #"{"line": "\#(Self.line)"}"#)
    #expect(second.isAnswered)
    #expect(try second.error().code == "tooMany")
    #expect(try second.error().data["retryAfter"] != nil)
    await team.run(.seconds(3))
    // The asked node tries again by itself until the time of the request is over.
    #expect(!first.isAnswered)
    #expect(await team.run(.seconds(30)) { first.isAnswered })
    #expect(try first.error().code == "unavailable")
  }

  @Test("the node that is asked judges the rights, and the other one the lines that it alone knows")
  func rights() async throws {
    let (team, asked, holder) = try makeTeam(.elsewhere)
    let stranger = asked.open(Peer(.socket, uid: 2_000))
    let refused = try await team.call(stranger, "call.list", #"{"line": "\#(Self.line)"}"#, within: .zero)
    #expect(try refused.error().code == "notPermitted")
    let call = try await start(team, holder.open())
    let owner = asked.open()
    let invitation = try await team.call(
      owner, "session.invite", #"{"actor": "ann", "role": "operator", "lines": ["other"]}"#, within: .zero
    ).value()
    let code = try #require(invitation["code"]?.string)
    let person = asked.open()
    _ = try await team.call(person, "session.open", #"{"code": "\#(code)"}"#, within: .zero).value()
    let answer = try await team.call(person, "call.end", #"{"call": "\#(call)", "wait": "performed"}"#)
    #expect(try answer.error().code == "notPermitted")
    #expect(holder.calls.count == 1)
  }
}
