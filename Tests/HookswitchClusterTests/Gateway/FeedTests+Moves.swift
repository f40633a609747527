import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import HostService
import HostSurface
import Locking
import StoreTrials
import StrictJSON
import Testing

// Subscriptions whose line or call moves, ends, or has a node that starts again.
extension FeedTests {
  /// Makes records of a call.
  private func makeRecords(_ team: GatewayTeam, _ host: TeamHost, _ call: String) async throws {
    let controller = host.open()
    for _ in 0..<5 {
      for method in ["call.hold", "call.resume"] {
        _ = try await team.call(controller, method, #"{"call": "\#(call)", "wait": "performed"}"#).value()
      }
    }
    await pass(team, 300)
  }

  /// Returns the numbers of the records of the line at a node.
  private func recorded(_ team: GatewayTeam, _ host: TeamHost) async throws -> [Int] {
    let whole = try await team.call(host.open(), "trace.read", #"{"line": "\#(Self.line)"}"#).value()
    return (whole["records"]?.array ?? []).compactMap { $0["number"]?.integer }
  }

  @Test("a live trace goes on with all records of its node's next start, which counts from 1 again")
  func traceAfterRestart() async throws {
    let (team, asked, holder) = try makeTeam()
    let client = asked.open()
    let call = try await start(team, asked)
    _ = try await team.call(client, "trace.subscribe", #"{"line": "\#(Self.line)"}"#).value()
    try await makeRecords(team, holder, call)
    #expect(try await records(client, 1) == recorded(team, holder))
    team.stop(holder)
    let next = try team.start("a2", epoch: "a later start")
    team.give(Self.line, to: "a2")
    _ = try await start(team, next)
    await pass(team, 5_000)
    let all = try await recorded(team, next)
    #expect(try !all.isEmpty && records(client, 1) == all)
  }

  @Test("a live trace has all records of a new owner that its own node does not know of yet, and later again those of the first one")
  func traceAfterTakeover() async throws {
    let (team, asked, holder) = try makeTeam()
    let third = try team.start("a3")
    let client = asked.open()
    let call = try await start(team, asked)
    _ = try await team.call(client, "trace.subscribe", #"{"line": "\#(Self.line)"}"#).value()
    try await makeRecords(team, holder, call)
    let first = try records(client, 1)
    #expect(try await first == recorded(team, holder))
    team.map.withLock { $0.beliefs["a1"] = [Self.line: .owner("a2")] }
    team.give(Self.line, to: "a3")
    _ = try await start(team, third)
    await pass(team, 5_000)
    let second = try await recorded(team, third)
    #expect(try !second.isEmpty && second.count < first.count && records(client, 1) == second)
    team.give(Self.line, to: "a2")
    await pass(team, 5_000)
    try await makeRecords(team, holder, call)
    #expect(try await first + records(client, 1) == recorded(team, holder))
  }

  @Test("the trace of a call that has ended at another node has its records")
  func traceOfEnded() async throws {
    let (team, asked, holder) = try makeTeam()
    let call = try await start(team, asked)
    _ = try await team.call(holder.open(), "call.end", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await pass(team, 300)
    let client = asked.open()
    _ = try await team.call(client, "trace.subscribe", #"{"call": "\#(call)"}"#).value()
    await pass(team, 300)
    let whole = try await team.call(holder.open(), "trace.read", #"{"call": "\#(call)"}"#).value()
    let all = (whole["records"]?.array ?? []).compactMap { $0["number"]?.integer }
    #expect(try !all.isEmpty && records(client, 1) == all)
  }

  @Test("a page of two lines ends with the name of the one that leaves their node")
  func pageOfParted() async throws {
    let (team, asked, _) = try makeTeam()
    _ = try team.start("a3")
    team.give("desk", to: "a2")
    let client = asked.open()
    _ = try await team.call(client, "calls.subscribe", #"{"filter": {"lines": ["\#(Self.line)", "desk"]}}"#).value()
    team.give("desk", to: "a3")
    await pass(team, 3_000)
    let ended = try #require(try news(client, "calls").last?["ended"]?.string)
    #expect(ended.contains("desk") && ended.contains("a3"))
  }

  @Test("a page is read again after a notification that cannot be read")
  func unreadable() async throws {
    let (team, asked, holder) = try makeTeam()
    let inboxes = Locked<[String]>([])
    _ = holder.store.listen(to: "_INBOX.hsw.>") { message in inboxes.withLock { $0.append(message.subject) } }
    let client = asked.open()
    _ = try await team.call(client, "calls.subscribe", #"{"filter": {"lines": ["\#(Self.line)"]}}"#).value()
    let call = try await start(team, asked)
    await pass(team, 500)
    #expect(try news(client, "calls").last?["order"]?.strings == [call])
    let inbox = try #require(inboxes.withLock { $0.last })
    let next = inboxes.withLock { $0.count { $0 == inbox } + 1 }
    holder.store.publish(ClusterMessage(subject: inbox, headers: [.init(GatewayHeader.event, "\(next)")], body: Array("{".utf8)))
    _ = try await team.call(holder.open(), "call.hold", #"{"call": "\#(call)", "wait": "performed"}"#).value()
    await pass(team, 3_000)
    #expect(try news(client, "calls").last?["calls"]?.array?.last?["state"]?.string == "held")
    #expect(holder.traffic.gateway.deliveryCount == 1)
  }
}
