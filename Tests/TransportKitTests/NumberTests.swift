import Testing
import TransportABI

/// The numbers that answer by themselves, which Loopback and the C example share.
@Suite struct NumberTests {
  static let transcripts: [(number: String, words: [String])] = [
    ("5550100", ["done 1", "a connecting", "a active"]),
    ("5550101", ["done 1", "a connecting", "a ringing", "3s a active"]),
    ("5550102", ["done 1", "a connecting", "a ended remote 17"]),
    ("5550103", ["done 1", "a connecting", "a ringing", "30s a ended unanswered 19"]),
    ("5550104", ["done 1", "a connecting", "a ringing", "1s a ended remote 21"]),
    ("5550105", ["done 1", "a ended failed 1"]),
    ("5550106", ["done 1", "a ended failed 34"]),
    ("5550107", ["done 1", "a connecting", "a active", "2s a ended remote"]),
    ("5550108", ["done 1", "a connecting", "a active", "1s a held remotely", "2s a resumed remotely"]),
    ("5550109", ["done 1", "a connecting", "a active", "1s a digits 1234#"]),
    ("5550110", ["done 1", "a connecting", "a ended remote 17", "1s b incoming 5550110", "31s b ended unanswered 19"]),
    ("5550111", ["done 1", "a connecting", "a ended remote 17", "1s b incoming 5550111", "4s b ended remote"]),
    ("5550112", ["done 1", "a connecting", "a ended remote 17", "1s b incoming 5550112", "4s b ended answered elsewhere"]),
    ("5550113", []),
    ("5550114", ["done 1", "a connecting", "a active"]),
    ("5550115", ["done 1", "a connecting", "a active"]),
    ("5550116", ["done 1", "a connecting", "a active"]),
    ("5550117", ["done 1", "a connecting", "a early media", "2s a active"]),
    ("5550199", ["done 1"]),
    ("5550200", ["done 1", "a connecting", "a ringing", "a active"]),
    ("5550242", ["done 1", "a connecting", "a ringing", "42s a active"]),
    ("5551234", ["done 1", "a ended failed 1"]),
    ("55502000", ["done 1", "a ended failed 1"]),
    ("555020*", ["done 1", "a ended failed 1"]), ("555021*", ["done 1", "a ended failed 1"]),
    ("+15550100", ["done 1", "a ended failed 1"]),
  ]

  @Test(arguments: PluginUnderTest.plugins, transcripts)
  func doesWhatTheTableSays(plugin: PluginUnderTest, expected: (number: String, words: [String])) throws {
    let rig = try Rig(plugin)
    rig.dial(expected.number)
    rig.host.advance(100)
    #expect(rig.host.heard() == expected.words)
    #expect(rig.host.armed == 0)
  }

  @Test(arguments: PluginUnderTest.plugins, transcripts)
  func endsAtAnyMomentWithOneReport(plugin: PluginUnderTest, expected: (number: String, words: [String])) throws {
    guard !["5550113", "5550115"].contains(expected.number) else { return }
    for moment in [0.0, 0.5, 1.5, 2.5] {
      let rig = try Rig(plugin)
      let call = rig.dial(expected.number)
      rig.host.advance(moment)
      let wasUp = !rig.host.heard().contains { $0.contains("a ended") }
      #expect(rig.end(call) == (wasUp ? HSW_PENDING : HSW_E_NOCALL))
      rig.host.advance(100)
      let words = rig.host.heard().filter { !$0.contains(" b ") }.map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
      #expect(words == (wasUp ? ["done 2", "ended local"] : []))
    }
  }

  @Test(arguments: PluginUnderTest.plugins)
  func aStartThatIsGivenUpLeavesNothing(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550113", expecting: HSW_PENDING)
    rig.host.advance(10)
    rig.cancel(1)
    #expect(rig.end(call) == HSW_E_NOCALL)
    rig.host.advance(100)
    #expect(rig.host.heard() == [])
  }

  @Test(arguments: PluginUnderTest.plugins)
  func aCallThatNeverBeganEndsWithoutAReport(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550113", expecting: HSW_PENDING)
    #expect(rig.end(call) == HSW_PENDING)
    #expect(rig.end(call) == HSW_E_NOCALL)
    #expect(rig.host.heard() == ["done 2", "failed 1 -13"])
  }

  @Test(arguments: PluginUnderTest.plugins)
  func aDeafCallEndsAndItsActionsAreCompletedFirst(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550114")
    let other = rig.dial("5550100")
    _ = rig.host.heard()
    let statuses = [rig.hold(call), rig.mute(call), rig.play(call, "5"), rig.group(call, with: other)]
    #expect(statuses == Array(repeating: HSW_PENDING, count: 4))
    rig.cancel(4)
    rig.end(call)
    #expect(rig.host.heard() == ["done 7", "failed 3 -13", "failed 5 -13", "failed 6 -13", "a ended local"])
    #expect(rig.hold(other) == HSW_OK)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func anEndThatIsNotHeardCanBeGivenUpAndTheCallGoesOn(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550115")
    _ = rig.host.heard()
    #expect(rig.end(call) == HSW_PENDING)
    rig.cancel(2)
    #expect(rig.host.heard() == [])
    #expect(rig.hold(call) == HSW_OK)
    #expect(rig.deactivate(0) == HSW_OK)
    #expect(rig.host.heard() == ["done 3", "a ended local"])
  }

  @Test(arguments: PluginUnderTest.plugins)
  func refusesToBeHeldWithAnError(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    let call = rig.dial("5550116")
    _ = rig.host.heard()
    #expect(rig.hold(call) == HSW_PENDING)
    #expect(rig.host.heard() == ["failed 2 -1"])
    #expect(rig.observe(call)?.contains(#""held":false"#) == true)
  }

  @Test(arguments: PluginUnderTest.plugins)
  func whoCallsBackCanBeAnsweredAndStays(plugin: PluginUnderTest) throws {
    let rig = try Rig(plugin)
    rig.dial("5550111")
    rig.host.advance(1)
    let call = rig.host.call("b")
    #expect(call.id >> 63 == 1)
    rig.shown(call)
    _ = rig.host.heard()
    #expect(rig.answer(call) == HSW_OK)
    rig.host.advance(100)
    #expect(rig.host.heard() == ["1s done 2"])
    rig.end(call)
    #expect(rig.host.heard() == ["101s done 3", "101s b ended local"])
  }
}
