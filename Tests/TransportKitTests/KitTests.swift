import Testing
import TransportABI
import TransportKit

/// The kit's behaviour with correct and incorrect transports.
@Suite struct KitTests {
  /// The probe's ways to handle its start, and the reports that the host receives.
  static let starts: [(probe: String, status: hsw_status, words: [String])] = [
    ("done", HSW_OK, ["done 1"]),
    ("bare", HSW_E_NET, []),
    ("words", HSW_PENDING, ["failed 1 -15"]),
    ("report", HSW_PENDING, ["done 1", "a ringing"]),
    ("report, throw", HSW_PENDING, ["done 1", "a ringing", "a ended failed 27"]),
    ("twice", HSW_PENDING, ["done 1"]),
    ("ended", HSW_PENDING, ["failed 1 -1"]),
    ("backwards", HSW_PENDING, ["done 1", "a active"]),
    ("restless", HSW_PENDING, ["failed 1 -1"]),
    ("later", HSW_PENDING, []),
  ]

  @Test(arguments: starts)
  func aStartIsCompletedOnceAndBeforeItsReports(expected: (probe: String, status: hsw_status, words: [String])) throws {
    let rig = try Rig(.kit)
    let call = rig.dial(expected.probe, kind: "generic", expecting: expected.status)
    #expect(rig.host.heard() == expected.words)
    let isUp = !["bare", "words", "report, throw", "ended", "restless"].contains(expected.probe)
    #expect(rig.end(call) == (isUp ? HSW_PENDING : HSW_E_NOCALL))
  }

  @Test func lateWordsOnAnActionAreDropped() throws {
    let rig = try Rig(.kit)
    rig.dial("later", kind: "generic")
    #expect(rig.tell(.fulfilStart) == "true" && rig.tell(.fulfilStart) == "false")
    #expect(rig.host.heard() == ["done 1"])

    let call = rig.host.call("a")
    rig.tell(.incoming)
    let incoming = rig.host.call("b")
    #expect(rig.answer(incoming) == HSW_PENDING)
    #expect(rig.answer(incoming) == HSW_E_STATE)
    rig.cancel(2)
    #expect(rig.tell(.fulfilAnswer) == "false")
    #expect(rig.answer(incoming) == HSW_PENDING)
    #expect(rig.tell(.fulfilAnswer) == "true")
    #expect(rig.hold(incoming) == HSW_PENDING)
    #expect(rig.tell(.failHold) == "true" && rig.tell(.fulfilHold) == "false")
    #expect(rig.host.heard() == ["b incoming 123", "done 4", "failed 5 -9"])
    #expect(rig.tell(.tellLog) == "cancelled 2")
    rig.end(call)
  }

  @Test func aStartThatIsGivenUpEndsItsCallOnTheWireWithoutAReport() throws {
    let rig = try Rig(.kit)
    rig.dial("later", kind: "generic")
    rig.cancel(1)
    #expect(rig.tell(.tellLog) == "cancelled 1, end hangUp")
    #expect(rig.tell(.fulfilStart) == "false")
    #expect(rig.host.heard() == [])
  }

  @Test func anEndCompletesWhatIsOpenAndNothingFollows() throws {
    let rig = try Rig(.kit)
    let call = rig.dial("backwards", kind: "generic")
    rig.hold(call)
    _ = rig.host.heard()
    #expect(rig.play(call, "22") == HSW_PENDING, "the probe ends the call while it plays")
    #expect(rig.host.heard() == ["failed 3 -13", "failed 2 -13", "a ended remote"])
    #expect(rig.tell(.fulfilHold) == "false")
    #expect(rig.tell(.report, call) == nil)

    let other = rig.dial("backwards", kind: "generic")
    #expect(rig.tell(.secondEnd, other) == "false")
    #expect(rig.host.heard().filter { $0.contains("ended") }.count == 1)
  }

  @Test func aHeldCallIsReportedHeldOnce() throws {
    let rig = try Rig(.kit)
    let call = rig.dial("backwards", kind: "generic")
    #expect(rig.tell(.report, call) == "true" && rig.tell(.report, call) == "false")
    #expect(rig.tell(.digits, call) == "false", "x is no digit")
    #expect(rig.tell(.update, call) == "true")
    #expect(rig.host.heard() == ["done 1", "a active", "a held", "a update New"])
  }

  @Test func aResetOfTheNetworksForgetsAll() throws {
    let rig = try Rig(.kit)
    let call = rig.dial("backwards", kind: "generic")
    rig.hold(call)
    #expect(rig.tell(.resetAll) == "true")
    #expect(rig.tell(.fulfilHold) == "false")
    #expect(rig.hold(call) == HSW_E_NOCALL)
    #expect(rig.host.heard() == ["done 1", "a active", "reset"])
  }

  @Test func timersAndWatchesRunUntilTheInstanceGoes() throws {
    let rig = try Rig(.kit)
    #expect(rig.tell(.wait) == "true" && rig.tell(.watch) == "true")
    rig.host.advance(3)
    let (ready, argument) = try #require(rig.host.watched[77])
    ready(argument, 77, HSW_FD_READ | HSW_FD_ERROR)
    #expect(rig.tell(.tellLog) == "tick, fired, tick, tick, ready 5")
    rig.tell(.unwatch)
    #expect(rig.host.watched.isEmpty)
    #expect(rig.tell(.watch) == "true" && rig.tell(.watch) == "false", "one watch a descriptor")
    rig.destroy()
    #expect(rig.host.armed == 0 && rig.host.watched.isEmpty)
  }

  @Test func anInstanceCanAskForAnother() throws {
    let rig = try Rig(.kit)
    #expect(rig.tell(.restart) == "true")
    #expect(rig.host.heard() == ["restart tired"])
  }

  @Test func theLimitOfTheDescriptorHolds() throws {
    let rig = try Rig(.kit)
    for _ in 0..<4 { rig.dial("done", kind: "generic") }
    rig.dial("done", kind: "generic", expecting: HSW_E_BUSY)
    #expect(rig.tell(.incoming) == "false")
  }

  @Test func aTransferCanEndBothCalls() throws {
    let rig = try Rig(.kit)
    let (one, two) = (rig.dial("backwards", kind: "generic"), rig.dial("backwards", kind: "generic"))
    let transfer = try #require(rig.find(HSW_EXT_TRANSFER, hsw_transfer.self))
    _ = rig.host.heard()
    #expect(transfer.verdict!(rig.context, one, 3, nil) == HSW_E_RANGE)
    #expect(transfer.verdict!(rig.context, one, 1, nil) == HSW_OK)
    #expect(rig.tell(.tellLog) == "verdict true ")
    #expect(rig.action { transfer.attended!(rig.context, $0, one, one, 0) } == HSW_E_INVAL)
    #expect(rig.action { transfer.attended!(rig.context, $0, one, two, 0) } == HSW_PENDING)
    #expect(rig.host.heard() == ["done 4", "a ended local", "b ended local"])
  }

  @Test func aMinimalTransportOffersCallsAndNothingElse() throws {
    let rig = try Rig(.kit, id: Bare.descriptor.id)
    #expect(rig.find(HSW_EXT_HOLD, hsw_hold.self) == nil)
    let call = rig.dial("123")
    rig.end(call)
    #expect(rig.host.heard() == ["done 1", "done 2", "a ended local"])
  }

  @Test func stateGoesThroughInPiecesAndGarbageIsRefused() throws {
    let rig = try Rig(.kit)
    let state = try #require(rig.find(HSW_EXT_STATE, hsw_state.self))
    func load(_ bytes: [UInt8]) -> hsw_status {
      var rest = bytes[...]
      return withUnsafeMutablePointer(to: &rest) { rest in
        var source = hsw_source(ctx: rest) { context, room, _ in
          let rest = context!.assumingMemoryBound(to: ArraySlice<UInt8>.self)
          guard let next = rest.pointee.popFirst() else { return 0 }
          room.storeBytes(of: next, as: UInt8.self)
          return 1
        }
        return state.load!(rig.context, &source)
      }
    }
    let saved: [UInt8] = [1] + Array("twelve bytes".utf8)
    #expect(load(saved) == HSW_OK)
    for garbage in [[], [2, 3]] as [[UInt8]] { #expect(load(garbage) == HSW_E_INVAL) }
    #expect(rig.written { state.save!(rig.context, $0) }?.utf8.elementsEqual(saved) == true)
    var stuck = hsw_sink(ctx: nil) { _, _, _ in -1 }
    #expect(state.save!(rig.context, &stuck) == HSW_E_FAIL)
  }
}
