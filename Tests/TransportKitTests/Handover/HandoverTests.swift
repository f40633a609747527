import Glibc
import Testing
import TransportABI

@testable import TransportKit

/// The kit's part of a handover: `hookswitch/draft-handover.h`.
@Suite struct HandoverTests {
  private func rig() throws -> Rig { try Rig(.kit, id: Mover.descriptor.id, host: TestHost(logs: true)) }

  @Test func callsActionsAndTimersCross() throws {
    let old = try rig()
    let timed = old.dial("timer")
    let pending = old.dial("pending")
    #expect(old.instruct(.incoming) == "true")
    old.hold(timed)
    _ = old.host.heard()
    old.host.advance(0.5)
    let new = try old.handedOver()
    #expect(new.host.heard() == ["0.5s line ready"], "reports of activate wait for the outcome")
    #expect(new.host.log == ["taken as new"] && old.host.log == ["taken as old"])
    old.host.advance(5)
    old.destroy()
    #expect(old.host.heard().isEmpty && old.host.log == ["taken as old"] && old.host.armed == 0, "no reset, no word")
    new.host.advance(1.5)
    #expect(new.host.heard() == ["2s a active"])
    #expect(new.instruct(.fulfil) == "[true]" && new.instruct(.fulfil) == "[false]")
    #expect(new.host.heard() == ["2s done 2"])
    // The number of the first incoming call is never minted again.
    #expect(new.instruct(.incoming) == "true")
    #expect(new.host.callIDs.contains(1 << 63 | 2) && !new.host.heard().isEmpty)
    #expect(new.end(pending) >= 0 && new.end(timed) >= 0)
  }

  @Test func anInstanceStandsStillUntilItIsRefused() throws {
    let old = try rig()
    old.dial("timer")
    #expect(old.instruct(.watch) == "true")
    _ = old.host.heard()
    let parcel = TestParcel()
    #expect(old.prepare(parcel) == HSW_OK && old.give(parcel) == HSW_OK)
    #expect(old.instruct(.post) == "true")
    old.host.advance(3.2)
    #expect(old.host.heard().isEmpty && old.host.log.isEmpty && old.host.watched.isEmpty)
    #expect(old.give(parcel) == HSW_E_STATE && old.prepare(parcel) == HSW_E_STATE && old.deactivate(0) == HSW_E_STATE)
    old.settle(HSW_HANDOVER_REFUSED)
    // The periods of a timer that passed meanwhile run once.
    #expect(old.host.log == ["refused as old", "posted", "tick"])
    #expect(old.host.heard() == ["3.2s a active"] && old.host.watched.keys.contains(77))
    // The next handover works.
    let new = try old.handedOver()
    #expect(new.host.heard() == ["3.2s line ready"])
  }

  @Test func busyAndRefusalChangeNothing() throws {
    let old = try rig()
    for (command, status) in [(Mover.Command.beBusy, HSW_E_BUSY), (.refuse, HSW_E_FAIL)] {
      old.instruct(command)
      let parcel = TestParcel()
      #expect(old.prepare(parcel) == HSW_OK && old.give(parcel) == status)
      old.dial("timer", expecting: HSW_OK)
      // A second give of the same prepare is allowed.
      #expect(old.give(parcel) == HSW_OK)
      old.settle(HSW_HANDOVER_REFUSED)
    }
    let small = TestParcel()
    small.room = 60
    #expect(old.prepare(small) == HSW_OK && old.give(small) == HSW_E_RANGE)
    old.settle(HSW_HANDOVER_REFUSED)
    #expect(old.host.log.suffix(1) == ["refused as old"])
    old.dial("timer", expecting: HSW_OK)
  }

  @Test func aSecretUnderWayDelaysAHandoverOfCalls() throws {
    let old = try rig()
    old.instruct(.secret)
    #expect(old.give(TestParcel()) == HSW_E_BUSY)
    let sockets = TestParcel()
    #expect(old.prepare(sockets, by: HSW_HANDOVER_SOCKETS) == HSW_OK && old.give(sockets, by: HSW_HANDOVER_SOCKETS) == HSW_OK)
    old.host.tellSecrets("hush")
    #expect(old.host.log.isEmpty)
    old.settle(HSW_HANDOVER_REFUSED)
    #expect(old.host.log == ["refused as old", "secret hush"])
    #expect(old.give(TestParcel()) == HSW_OK)
  }

  @Test func anOrderThatDoesNotFitIsRefused() throws {
    let old = try rig()
    let parcel = TestParcel()
    #expect(
      old.prepare(parcel, by: 4) == HSW_E_RANGE && old.give(parcel, by: 3) == HSW_E_RANGE && old.take(parcel, by: 0).status == HSW_E_RANGE)
    #expect(old.take(parcel).status == HSW_E_STATE)
    #expect(old.prepare(parcel, by: HSW_HANDOVER_SOCKETS) == HSW_OK && old.give(parcel) == HSW_E_STATE)
    for outcome in [0, 4, HSW_HANDOVER_TAKEN, HSW_HANDOVER_ALONE] as [UInt32] { old.settle(outcome) }
    #expect(old.host.log.isEmpty)
    let idle = try Rig(.kit, id: Mover.descriptor.id, activate: false)
    #expect(idle.give(parcel) == HSW_E_STATE && idle.take(parcel).status == HSW_E_STATE)
    #expect(try Rig(.kit, id: Bare.descriptor.id).find(HSW_EXT_HANDOVER, hsw_handover.self) == nil)
    let table = try #require(old.find(HSW_EXT_HANDOVER, hsw_handover.self))
    #expect(table.ways == HSW_HANDOVER_CALLS | HSW_HANDOVER_SOCKETS)
  }

  @Test func socketsCrossAndCallsStay() throws {
    let old = try rig()
    let call = old.dial("timer")
    #expect(old.instruct(.incoming) == "true")
    _ = old.host.heard()
    let parcel = TestParcel()
    parcel.link = 0
    let new = try old.handedOver(way: HSW_HANDOVER_SOCKETS, parcel: parcel)
    #expect(parcel.takenCount == 1)
    #expect(new.host.log == ["taken as new"] && new.host.heard() == ["line ready"])
    #expect(new.instruct(.incoming) == "true" && new.host.callIDs.contains(1 << 63 | 2))
    #expect(new.end(call) == HSW_E_NOCALL)
    old.host.advance(2)
    #expect(old.host.heard() == ["2s a active"] && old.end(call) >= 0)
    new.settle(HSW_HANDOVER_ALONE)
    new.settle(HSW_HANDOVER_ALONE)
    #expect(new.host.log == ["taken as new", "alone as new"])
    old.settle(HSW_HANDOVER_REFUSED)
    old.destroy()
    #expect(old.host.log.suffix(2) == ["refused as old", "reset"])
  }

  @Test func aDamagedParcelIsRefusedAsAWhole() throws {
    let old = try rig()
    old.dial("timer")
    old.dial("pending")
    let parcel = TestParcel()
    #expect(old.prepare(parcel) == HSW_OK && old.give(parcel) == HSW_OK)
    let taker = DamagedCopies(parcel.bytes)
    let verdicts = try taker.feed { (bytes) throws in
      let new = try old.taker()
      defer { new.destroy() }
      let status = new.take(TestParcel(copying: parcel, bytes)).status
      if status != HSW_OK {
        var why = hsw_why.blank
        #expect(new.table.pointee.activate!(new.context, &why) == HSW_E_STATE && new.host.armed == 0)
      }
      return status
    }
    #expect(verdicts.prefixes == [HSW_E_INVAL], "every prefix is cut short")
    #expect(verdicts.flips.isSubset(of: [HSW_OK, HSW_E_INVAL, HSW_E_RANGE, HSW_E_NOTSUP]))
    #expect(verdicts.flips.contains(HSW_OK) && verdicts.flips.contains(HSW_E_INVAL))
    // The old one goes on.
    old.settle(HSW_HANDOVER_REFUSED)
    #expect(old.instruct(.fulfil) == "[true]")
  }

  @Test func aParcelOfAnotherTransportOrALaterFormatIsRefused() throws {
    let books = ParcelWriter()
    HandoverBooks(minted: 0).write(to: books)
    books.write([UInt8]())
    for (id, format, way, reason) in [
      ("org.example.echo", 3, HandoverWay.calls, "of the transport org.example.echo"), (Mover.descriptor.id, 4, .calls, "formats up to 3"),
      (Mover.descriptor.id, 3, .sockets, "another way"), (Mover.descriptor.id, 3, .calls, "cut short"),
    ] {
      let (status, sentence) = try rig().taker().take(TestParcel(HandoverParts.head(id, UInt32(format), way, []) + books.bytes))
      #expect(status == (format == 4 ? HSW_E_NOTSUP : HSW_E_INVAL) && sentence.contains(reason), "\(sentence)")
    }
  }

  @Test func booksThatContradictThemselvesAreRefused() {
    let wrong = [
      HandoverBooks(minted: 0, calls: [0: CallRecord(stage: .active)]),
      HandoverBooks(minted: 0, calls: [1 << 63 | 1: CallRecord(stage: .incoming)]),
      HandoverBooks(minted: 0, calls: [1: CallRecord(stage: .starting)]),
      HandoverBooks(minted: 0, calls: [1: CallRecord(stage: .starting, start: 5)]),
      HandoverBooks(minted: 0, calls: [1: CallRecord(stage: .active, start: 5)], actions: [5: OpenAction(call: 1, effect: .start)]),
      HandoverBooks(minted: 0, calls: [1: CallRecord(stage: .active)], actions: [5: OpenAction(call: 1, effect: .start)]),
      HandoverBooks(minted: 0, actions: [5: OpenAction(call: 1, effect: .other)]),
      HandoverBooks(minted: 0, actions: [0: OpenAction(call: 0, effect: .other)]), HandoverBooks(minted: 1 << 63),
    ]
    for books in wrong {
      let parcel = ParcelWriter()
      books.write(to: parcel)
      #expect(throws: TransportError.self) { try HandoverBooks(from: ParcelReader(parcel.bytes, format: 1)) }
    }
  }
}

extension Rig {
  /// Sends an instruction to the mover; returns its answer.
  @discardableResult
  func instruct(_ command: Mover.Command) -> String? {
    let diag = find(HSW_EXT_DIAG, hsw_diag.self)!
    return written { diag.dump!(context, hsw_call(id: 0), command.rawValue, $0) }
  }
}
