import Testing
import TransportABI

/// A subscriber's line, and the services that are set by dialing.
@Suite(.mockPSTN) struct ExchangeLineTests {
  @Test func aHookFlashHoldsTheFirstCallAndAMergeMakesAConference() throws {
    let rig = try Rig.exchange(#""line": "subscriber""#)
    let first = rig.dial("5550100")
    _ = rig.host.heard()
    let second = rig.dial("5550120")
    #expect(rig.host.heard() == ["a held", "done 2", "b connecting", "b active"])
    rig.hold(first, 0)
    #expect(rig.host.heard() == ["done 3"])
    rig.group(first, with: second)
    #expect(rig.host.heard() == ["done 4"])
    // One call active, one held, and a third refused.
    #expect(rig.start(rig.fresh(), "5550100") == HSW_E_BUSY)
    #expect(rig.callIn("5550142") == HSW_E_BUSY)
  }

  @Test func withoutCallWaitingASecondCallerFindsTheLineBusy() throws {
    let rig = try Rig.exchange(#""line": "subscriber", "call-waiting": false"#)
    let call = rig.dial("5550100")
    #expect(rig.callIn("5550142") == HSW_E_BUSY)
    rig.end(call)
    #expect(rig.callIn("5550142") == HSW_OK)
  }

  @Test func callWaitingAndForwardingAreSetByDialing() throws {
    let rig = try Rig.exchange()
    rig.dial("*70")
    rig.dial("5550100")
    rig.host.advance(2)
    _ = rig.host.heard()
    #expect(rig.callIn("5550142") == HSW_E_BUSY)
    rig.end(rig.host.call("b"))
    rig.dial("*72 555-0103")
    rig.dial("5550110")
    rig.host.advance(5)
    #expect(!rig.host.heard().contains { $0.contains("incoming") })
    #expect(try rig.counter("turned-away") == 1)
    rig.dial("*73")
    rig.dial("5550110")
    rig.host.advance(1)
    #expect(rig.host.heard().contains { $0.contains("incoming +12125550110") })
  }

  @Test func anyNumberCallsWhenItIsAskedTo() throws {
    let rig = try Rig.exchange()
    rig.dial("*20 555-0109")
    rig.host.advance(1)
    #expect(rig.host.heard() == ["done 1", "a connecting", "a ended remote", "1s b incoming +12125550109"])
    rig.answer(rig.host.call("b"))
    rig.host.advance(1)
    #expect(rig.host.heard() == ["1s done 2", "2s b digits 1234#"])
    rig.dial("*21 555-0100")
    rig.host.advance(1)
    #expect(rig.host.heard().last == "3s d incoming ")
  }

  @Test(arguments: [("*90 3", "a ended failed 27", "line down"), ("*91 3", "reset", "line down")])
  func theNetworkMisbehavesWhenItIsAskedTo(code: String, first: String, then: String) throws {
    let rig = try Rig.exchange()
    rig.dial("5550100")
    _ = rig.host.heard()
    rig.dial(code)
    let words = rig.host.heard()
    #expect(words.contains(first) && words.last == then)
    #expect(rig.host.heard().isEmpty)
    rig.dial("5550100")
    #expect(rig.host.heard() == ["failed 3 \(HSW_E_NET)"])
    rig.host.advance(3)
    #expect(rig.host.heard() == ["3s line ready"])
    rig.dial("5550100")
    #expect(rig.host.heard().last?.hasSuffix("active") == true)
  }

  @Test func numbersAreShownAsTheyAreDialedHere() throws {
    for (country, shown) in [("US", "2125550110"), ("GB", "02079460110"), ("DE", "03023125110"), ("FR", "0199000110")] {
      let rig = try Rig.exchange(#""country": "\#(country)", "show-numbers": "national""#)
      rig.dial(shown)
      rig.host.advance(1)
      #expect(rig.host.heard().last == "1s b incoming \(shown)")
    }
  }

  @Test func aMenuGoesWhereItsDigitsLead() throws {
    let rig = try Rig.exchange()
    let call = rig.dial("5550124")
    _ = rig.host.heard()
    rig.play(call, "3")
    #expect(rig.host.heard() == ["done 2", "a update "])
    let other = rig.dial("5550124")
    _ = rig.host.heard()
    rig.play(other, "9")
    #expect(rig.host.heard() == ["done 4", "b ended remote"])
  }

  @Test func chanceIsTheSameForTheSameSeed() throws {
    func congested(_ seed: Int) throws -> [Bool] {
      let rig = try Rig.exchange(#""congestion": 0.5, "seed": \#(seed)"#)
      return (0..<64).map { _ in
        rig.dial("5550100")
        return rig.host.heard().last?.contains("ended failed 34") == true
      }
    }
    let first = try congested(1)
    #expect(try first == congested(1))
    #expect(try first != congested(2))
    #expect((20...44).contains(first.count { $0 }))
  }

  /// A chance of another end is no congestion.
  @Test func onlyCallsWithoutACircuitCountAsCongested() throws {
    let rig = try Rig.exchange(
      #""numbers": {"555-0160": {"steps": ["answer", {"chance": {"probability": 1, "steps": ["hang-up"]}}]}}"#)
    rig.dial("5550160")
    #expect(rig.host.heard() == ["done 1", "a active", "a ended remote"])
    #expect(try rig.counter("congested") == 0)
    rig.dial("5550132")
    #expect(try rig.counter("congested") == 1)
  }

  /// A Poisson process: 1,000 s at 2 a second give 2,000 calls, plus or minus three standard deviations.
  @Test func callsComeByTheirSchedule() throws {
    let rig = try Rig.exchange(
      #""seed": 4, "no-answer-s": 0.5, "schedule": {"calls-per-s": 2, "holding-s": 3, "from": ["555-0141", "555-0142"]}"#)
    rig.host.advance(1000)
    let words = rig.host.heard()
    let calls = words.count { $0.contains(" incoming ") }
    #expect(abs(calls - 2000) < 135, "\(calls)")
    #expect(abs(words.count { $0.contains("incoming +12125550141") } - calls / 2) < 75)
    #expect(try rig.counter("offered") == calls)
  }

  @Test func aScheduledCallHoldsForItsTimeAndTheScheduleEnds() throws {
    let rig = try Rig.exchange(#""seed": 4, "schedule": {"calls-per-s": 10, "holding-s": 2, "limit": 40}"#)
    for _ in 0..<100 {
      rig.host.advance(0.1)
      for word in rig.host.words where word.contains(" incoming ") {
        let name = word.split(separator: " ").first { $0.hasPrefix("#") || $0.count == 1 }
        rig.answer(rig.host.call(String(name ?? "")))
      }
      rig.host.words.removeAll { $0.contains(" incoming ") }
    }
    rig.host.advance(60)
    #expect(try rig.counter("offered") == 40)
    #expect(rig.host.heard().count { $0.contains("ended remote") } == 40)
    #expect(rig.host.armed == 0)
  }
}
