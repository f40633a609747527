import CallControl
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import Locking
import StoreTrials
import StrictJSON
import Testing

/// The bucket `lines`: accounts, policy and do-not-disturb move with their line.
@Suite struct ClusterLinesTests {
  @Test func `the accounts of a line are up on its owner, and move to the heir`() async throws {
    let pair = try LinePair(seed: 11)
    let id = "\(pair.line)/pbx"
    _ = try pair.second.change(pair.line, to: #"{"v": 1, "accounts": ["pbx"]}"#, pair.bench).get()
    #expect(await pair.run { pair.first.orders == [.add(id, former: nil)] }, "\(pair.first.orders)")
    #expect(pair.second.orders.isEmpty)
    // The owner is cut off: it withdraws, and the heir knows whose contact a registrar may have.
    pair.first.wire.cut()
    #expect(pair.bench.pass(.seconds(17)) { pair.first.orders.last == .withdraw(id) })
    #expect(pair.bench.pass(.seconds(20)) { pair.second.orders == [.add(id, former: "a1")] }, "\(pair.second.orders)")
    // Back again: the line is another node's.
    pair.first.wire.mend()
    #expect(pair.bench.pass(.seconds(20)) { pair.first.orders.last == .leave(id, turn: 1) }, "\(pair.first.orders)")
    pair.first.lines.ended(id, turn: 1)
    #expect(pair.first.orders.last == .remove(id))
    // Removed settings end the account.
    _ = try pair.first.change(pair.line, to: nil, pair.bench).get()
    #expect(await pair.run { pair.second.orders.last == .leave(id, turn: 1) })
  }

  @Test func `a lent line keeps its account at the borrower until it is idle`() async throws {
    let pair = try LinePair(seed: 12)
    let id = "\(pair.line)/pbx"
    _ = try pair.first.change(pair.line, to: #"{"accounts": ["pbx"]}"#, pair.bench).get()
    #expect(await pair.run { pair.first.orders == [.add(id, former: nil)] })
    #expect(pair.first.member.standings.standing(of: pair.line, for: .incoming) == .mine)
    pair.first.member.handle(.drain(NodeDrain(limit: 600_000, then: .keep)))
    #expect(pair.bench.pass(.seconds(60)) { pair.first.owned == 0 })
    #expect(pair.first.orders.count == 1 && pair.second.orders.isEmpty, "\(pair.first.orders) \(pair.second.orders)")
    pair.first.member.standings.lineIsIdle(pair.line)
    #expect(pair.bench.pass(.seconds(10)) { pair.first.orders.last == .leave(id, turn: 1) }, "\(pair.first.orders)")
    #expect(pair.bench.pass(.seconds(10)) { pair.second.orders == [.add(id, former: nil)] }, "\(pair.second.orders)")
  }

  @Test func `the owner writes do-not-disturb back, and unknown members stay`() async throws {
    let pair = try LinePair(seed: 13)
    let line = LineID(rawValue: pair.line)
    _ = try pair.first.change(pair.line, to: #"{"later": [1], "policy": {"autoResume": "never"}}"#, pair.bench).get()
    #expect(await pair.run { pair.first.seen.withLock { $0.policies[pair.line] != nil } })
    #expect(pair.second.seen.withLock { $0.policies.isEmpty })
    pair.first.host.setDoNotDisturb(true, on: line)
    #expect(await pair.run { pair.value?["doNotDisturb"] == true }, "\(String(describing: pair.value))")
    #expect(pair.value?["later"] == .array([1]))
    // Administration replaces the rest, and keeps do-not-disturb.
    _ = try pair.second.change(pair.line, to: #"{"later": [2]}"#, pair.bench).get()
    #expect(await pair.run { pair.value?["later"] == .array([2]) && pair.first.seen.withLock { $0.policies.isEmpty } })
    #expect(pair.value?["doNotDisturb"] == true && pair.first.doNotDisturb(pair.line))
    // It moves with the line.
    pair.first.member.handle(.drain(NodeDrain(limit: 600_000, then: .keep)))
    #expect(await pair.run(.seconds(60)) { pair.second.doNotDisturb(pair.line) })
    _ = try pair.first.change(pair.line, to: #"{"doNotDisturb": false}"#, pair.bench).get()
    #expect(await pair.run { !pair.second.doNotDisturb(pair.line) })
  }

  @Test func `settings that cannot be used change nothing`() async throws {
    let pair = try LinePair(seed: 14)
    _ = try pair.first.change(pair.line, to: #"{"accounts": ["pbx"]}"#, pair.bench).get()
    #expect(await pair.run { pair.first.orders.count == 1 })
    _ = try pair.first.change(pair.line, to: #"{"accounts": [], "bad": true}"#, pair.bench).get()
    #expect(await pair.run { pair.first.seen.withLock { $0.problems[pair.line] } == "$.bad: is bad" })
    #expect(pair.first.orders.count == 1)
    _ = try pair.first.change(pair.line, to: #"{"accounts": ["pbx"]}"#, pair.bench).get()
    #expect(await pair.run { pair.first.seen.withLock { $0.problems.isEmpty } })
    #expect(pair.first.orders.count == 1)
  }

  @Test func `an engine that lost its data gets the settings again from the owner`() async throws {
    let pair = try LinePair(seed: 15)
    _ = try pair.first.change(pair.line, to: #"{"accounts": ["pbx"]}"#, pair.bench).get()
    #expect(await pair.run { pair.first.orders.count == 1 })
    pair.bench.engine.goBack(to: nil)
    pair.bench.engine.stop()
    pair.bench.world.run(.seconds(1))
    pair.bench.engine.start()
    #expect(pair.bench.pass(.seconds(60)) { pair.value?["accounts"] == .strings(["pbx"]) })
    #expect(pair.first.orders.count == 1, "\(pair.first.orders)")
    // A removal that the node did not see is no loss.
    pair.first.wire.cut()
    _ = try pair.second.change(pair.line, to: nil, pair.bench).get()
    pair.first.wire.mend()
    #expect(pair.bench.pass(.seconds(30)) { pair.first.orders.last == .leave("\(pair.line)/pbx", turn: 1) }, "\(pair.first.orders)")
    #expect(pair.value == nil)
  }
}
