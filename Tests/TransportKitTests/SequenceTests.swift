import Testing
import TransportABI

/// Long random sequences of a host's possible requests, sensible or not: the guarantees about reports always hold.
@Suite struct SequenceTests {
  /// A generator whose sequence depends only on the seed.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  @Test(arguments: PluginUnderTest.plugins, 1...25)
  func everyActionIsCompletedOnceAndNothingFollowsAnEnd(plugin: PluginUnderTest, seed: UInt64) throws {
    let rig = try Rig(plugin)
    var dice = Dice(state: seed)
    var statuses: [UInt64: hsw_status] = [:]
    var cancelled: Set<UInt64> = []
    let numbers = (100...117).map { "5550\($0)" } + ["5550199", "5550202", "5559999"]
    for _ in 0..<150 {
      let call = hsw_call(id: rig.host.callIDs.sorted().randomElement(using: &dice) ?? 0)
      let on = UInt32.random(in: 0...1, using: &dice)
      var status: hsw_status?
      switch Int.random(in: 0..<16, using: &dice) {
      case 0...3: status = rig.start(rig.fresh(), numbers.randomElement(using: &dice)!)
      case 4: status = rig.answer(call)
      case 5, 6: status = rig.end(call, why: .random(in: 0...9, using: &dice))
      case 7: status = rig.hold(call, on)
      case 8: status = rig.mute(call, on)
      case 9: status = rig.play(call, "1#")
      case 10: status = rig.group(call, with: hsw_call(id: on == 0 ? 0 : rig.host.callIDs.randomElement(using: &dice) ?? 0))
      case 11: rig.order(call, .random(in: 1...13, using: &dice), "5")
      case 12: _ = rig.callIn("77")
      case 13:
        // An action that is open or completed; cancelling a future one means nothing.
        let action = UInt64.random(in: 0...rig.actions, using: &dice)
        if rig.host.completions[action] == nil { cancelled.insert(action) }
        rig.cancel(action)
      case 14: rig.shown(call)
      default: rig.host.advance(.random(in: 0...4, using: &dice))
      }
      if let status { statuses[rig.actions] = status }
    }
    #expect(rig.deactivate(0) == HSW_OK)
    rig.host.advance(100)
    let words = rig.host.heard()
    for (action, status) in statuses where !cancelled.contains(action) {
      #expect(rig.host.completions[action] ?? 0 == (status < 0 ? 0 : 1), "action \(action), status \(status), seed \(seed)")
    }
    for action in cancelled { #expect(rig.host.completions[action] == nil, "cancelled \(action), seed \(seed)") }
    for name in Set(words.compactMap(caller)) {
      let own = words.filter { caller($0) == name }
      #expect(
        own.filter { $0.contains(" ended") }.count <= 1 && own.dropLast().allSatisfy { !$0.contains(" ended") }, "\(own), seed \(seed)")
      let wasActive = own.firstIndex { $0.hasSuffix(" active") } ?? own.endIndex
      #expect(own[wasActive...].allSatisfy { !$0.hasSuffix(" ringing") && !$0.hasSuffix(" connecting") }, "\(own), seed \(seed)")
    }
    #expect(rig.host.armed == 0)
  }

  /// The letter of a message's call.
  private func caller(_ word: String) -> String? {
    word.split(separator: " ").first { $0.hasPrefix("#") || ("a"..."z").contains($0) && $0.count == 1 }.map(String.init)
  }
}
