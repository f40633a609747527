import Foundation
import Testing
import TransportABI

/// Calls of Loopback that move to another version, in every state.
@Suite struct LoopbackHandoverTests {
  /// Plays calls in every state for 12 s; returns all that the host sees.
  private func calls(_ voyage: Voyage) throws -> [String] {
    // Scripts and timers: rings, is held, sends digits, calls back, plays an announcement, never completes its start.
    for number in ["5550101", "5550103", "5550107", "5550108", "5550109", "5550110", "5550111", "5550112", "5550113", "5550117"] {
      voyage.rig.dial(number)
    }
    let deaf = voyage.rig.dial("5550114")
    try voyage.pass(100)
    for _ in 0..<2 { _ = voyage.rig.hold(deaf) }
    let peers = (0..<4).map { _ in voyage.rig.dial("5550199") }
    for peer in peers { voyage.rig.order(peer, HSW_ORDER_ANSWER) }
    voyage.rig.group(peers[1], with: peers[0])
    voyage.rig.mute(peers[0])
    try voyage.pass(200)
    voyage.rig.hold(peers[2])
    voyage.rig.order(peers[2], HSW_ORDER_HOLD)
    voyage.rig.play(peers[2], "12#")
    voyage.rig.group(peers[3], with: peers[0])
    #expect(voyage.rig.callIn("4711") == HSW_OK)
    try voyage.pass(300)
    let incoming = try #require(voyage.rig.host.callIDs.max())
    voyage.rig.shown(hsw_call(id: incoming))
    // Pending: a far end that accepts no deflection.
    #expect(voyage.rig.deflect(hsw_call(id: incoming), to: "5550113") == HSW_PENDING)
    try voyage.pass(1_000)
    voyage.rig.hold(peers[2], 0)
    voyage.rig.group(peers[1])
    voyage.rig.end(peers[3])
    voyage.rig.order(peers[0], HSW_ORDER_VANISH)
    try voyage.pass(11_000)
    return voyage.sight
  }

  @Test(arguments: [1, 7, 50]) func noHandoverIsSeen(period: Int) throws {
    let alone = try calls(Voyage(.loopback, every: 0))
    let moved = try Voyage(.loopback, every: period)
    #expect(try calls(moved) == alone)
    #expect(moved.moves >= 12)
    #expect(alone.contains { $0.hasSuffix("incoming 5550110") } && alone.contains { $0.hasSuffix("digits 1234#") })
    for call in moved.rig.host.callIDs { moved.rig.end(hsw_call(id: call)) }
  }

  @Test(arguments: [1, 7]) func soundGoesOnToTheSample(period: Int) throws {
    func heard(_ voyage: Voyage) throws -> [[Int16]] {
      try voyage.listen(to: voyage.rig.dial("5550117"))
      try voyage.listen(to: voyage.rig.dial("5550100"))
      let peer = voyage.rig.dial("5550199")
      voyage.rig.order(peer, HSW_ORDER_ANSWER)
      voyage.rig.order(peer, HSW_ORDER_TONE, "443")
      try voyage.listen(to: peer)
      var angle = 0.0
      try voyage.pass(1_000) { _ in
        (0..<160).map { _ in
          angle += 2 * .pi * 700 / 8_000
          return Int16(9_000 * sin(angle))
        }
      }
      #expect(voyage.rig.observe(peer)?.contains("\"tone\":700") == true)
      return voyage.lines.map(\.heard)
    }
    let alone = try heard(Voyage(.loopback, every: 0))
    #expect(try heard(Voyage(.loopback, every: period)) == alone)
    #expect(alone.allSatisfy { $0.count == 50 * 160 && Set($0).count > 5 })
  }

  /// Two instances of one process with a call between them.
  @Test func aCircuitMovesWithBothEnds() throws {
    let settings = [#"{"own-numbers": ["708800"], "name": "Caller"}"#, #"{"own-numbers": ["708801"]}"#]
    var rigs = try settings.map { try Rig(.loopback, $0) }
    func settle() { while rigs[0].host.turn() || rigs[1].host.turn() {} }
    let near = rigs[0].dial("708801")
    // The offer is under way: a handover waits for it.
    #expect(rigs[0].give(TestParcel()) == HSW_E_BUSY && rigs[1].give(TestParcel()) == HSW_E_BUSY)
    settle()
    let far = rigs[1].host.call("a")
    rigs[1].shown(far)
    settle()
    for round in 0..<3 {
      let parcels = rigs.map { _ in TestParcel() }
      for (rig, parcel) in zip(rigs, parcels) { #expect(rig.prepare(parcel) == HSW_OK && rig.give(parcel) == HSW_OK) }
      let old = rigs
      rigs = try zip(rigs, settings).map { try $0.taker($1) }
      for (rig, parcel) in zip(rigs, parcels) { #expect(rig.take(parcel).status == HSW_OK) }
      for rig in rigs { try rig.step(rig.table.pointee.activate) }
      let ears = round > 0 ? [try LineAudio(rigs[0], near), try LineAudio(rigs[1], far)] : []
      for rig in rigs + old { rig.settle(HSW_HANDOVER_TAKEN) }
      for rig in old { rig.destroy() }
      for rig in rigs { _ = rig.host.heard() }
      guard round > 0 else {
        #expect(rigs[1].answer(far) == HSW_PENDING)
        settle()
        #expect(rigs[0].host.heard() == ["a active"] && rigs[1].host.heard() == ["done 1"])
        continue
      }
      var heard: [Int16] = []
      for _ in 0..<5 {
        ears[0].put([Int16](repeating: 777, count: 160)[...])
        ears[0].tick()
        ears[1].tick()
        heard += ears[1].take()
      }
      #expect(heard.suffix(320) == [Int16](repeating: 777, count: 320)[...])
      for isHeld in [1, 0] as [UInt32] {
        rigs[0].hold(near, isHeld)
        settle()
        #expect(rigs[1].host.heard().joined().hasSuffix(isHeld == 1 ? "held remotely" : "resumed remotely"))
      }
    }
    rigs[1].end(far)
    settle()
    #expect(rigs[0].host.heard().suffix(1).joined().hasSuffix("a ended remote"))
  }

  @Test func damagedParcelsAreRefusedAsAWhole() throws {
    let rig = try Rig(.loopback)
    for number in ["5550101", "5550110", "5550114", "5550117", "5550113"] { rig.dial(number) }
    let peer = rig.dial("5550199")
    rig.order(peer, HSW_ORDER_ANSWER)
    let line = try LineAudio(rig, peer)
    line.say([Int16](repeating: 5_000, count: 320))
    #expect(rig.callIn("4711") == HSW_OK)
    let verdicts = try DamagedCopies.feed(rig)
    #expect(verdicts.prefixes == [HSW_E_INVAL])
    #expect(verdicts.flips.isSubset(of: [HSW_OK, HSW_E_INVAL, HSW_E_RANGE, HSW_E_NOTSUP]) && verdicts.flips.count == 4)
    rig.host.advance(4)
    #expect(rig.host.heard().contains { $0.hasSuffix("a active") })
  }
}
