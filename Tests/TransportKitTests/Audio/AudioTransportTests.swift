import TestRings
import Testing
import TransportABI
import TransportKit

/// The audio extension as TransportKit serves it: allowed requests, their order and their results.
@Suite struct AudioTransportTests {
  /// An echo probe, its audio table, and an active call.
  private struct Scene {
    let rig: Rig
    let audio: hsw_audio
    let call: hsw_call
    let toNet = TestRing(startingAt: .max - 2)
    let fromNet = TestRing(startingAt: .max - 2)

    init(dialing number: String = "1") throws {
      rig = try Rig(.kit, id: EchoProbe.descriptor.id)
      audio = try #require(rig.find(HSW_EXT_AUDIO, hsw_audio.self))
      call = rig.dial(number)
      _ = log()
    }

    func log(_ level: UInt32 = 0, _ call: hsw_call = hsw_call(id: 0)) -> String {
      guard let diag = rig.find(HSW_EXT_DIAG, hsw_diag.self) else { return "no diag" }
      return rig.written { diag.dump!(rig.context, call, level, $0) } ?? "none"
    }

    func attach(rate: UInt32 = 8000, _ change: (inout hsw_ring) -> Void = { _ in }) -> hsw_status {
      var format = hsw_audio_format(size: 16, rate: rate, channels: 1, sample: UInt16(HSW_SAMPLE_S16LE), frame_us: 20_000)
      var (near, far) = (toNet.table, fromNet.table)
      change(&near)
      defer { far.slots = nil }
      return audio.attach!(rig.context, call, &format, &near, &far)
    }

    func tick(_ time: UInt64 = 7) { audio.tick!(rig.context, time) }
    func detach() { audio.detach!(rig.context, call) }
  }

  @Test func hswR101FormatsAreWrittenByTheHostsStride() throws {
    let scene = try Scene()
    for stride in [16, 24, 64] {
      var bytes = [UInt8](repeating: 0xa5, count: 3 * stride)
      var count: UInt32 = 3
      let status = bytes.withUnsafeMutableBytes { buffer in
        scene.audio.formats!(
          scene.rig.context, scene.call, buffer.baseAddress!.assumingMemoryBound(to: hsw_audio_format.self), UInt32(stride), &count)
      }
      #expect(status == HSW_OK && count == 2)
      let rates = bytes.withUnsafeBytes { buffer in
        (0..<2).map { buffer.loadUnaligned(fromByteOffset: $0 * stride + 4, as: UInt32.self) }
      }
      #expect(rates == [16_000, 8_000])
      #expect(bytes[16..<stride].allSatisfy { $0 == 0xa5 } && bytes[(2 * stride)...].allSatisfy { $0 == 0xa5 })
    }
  }

  @Test func hswR101TooLittleRoomIsSaidWithTheNumberThatIsNeeded() throws {
    let scene = try Scene()
    for room in 0...1 as ClosedRange<UInt32> {
      var count = room
      #expect(scene.audio.formats!(scene.rig.context, scene.call, nil, 16, &count) == HSW_E_RANGE && count == 2)
    }
    var count: UInt32 = 9
    #expect(scene.audio.formats!(scene.rig.context, hsw_call(id: 77), nil, 16, &count) == HSW_E_NOCALL)
  }

  @Test func hswR107WhatGoesInComesOutWithinTheTick() throws {
    let scene = try Scene()
    #expect(scene.attach() == HSW_OK)
    for value in 0..<Int16(100) {
      scene.toNet.put(value)
      scene.tick(UInt64(value))
      #expect(scene.fromNet.take() == Array(repeating: value, count: 160))
    }
    scene.detach()
    #expect(scene.log() == "attach 8000, detach after 100")
    #expect(scene.fromNet.ask(hsw_ring_overruns) == 0 && scene.toNet.ask(hsw_ring_underruns) == 0)
  }

  @Test func hswR107OrdersReachTheStreamFromItsNextFrame() throws {
    let scene = try Scene()
    #expect(scene.attach() == HSW_OK)
    _ = scene.log(1, scene.call)
    #expect(scene.rig.hold(scene.call) == HSW_OK)
    scene.toNet.put(5)
    scene.tick()
    #expect(scene.fromNet.count == 0)
    #expect(scene.rig.hold(scene.call, 0) == HSW_OK)
    scene.tick()
    #expect(scene.fromNet.take()?.first == 5)
  }

  @Test func hswR103NothingTouchesTheRingsOnceDetachReturns() throws {
    let scene = try Scene()
    for _ in 0..<100 {
      #expect(scene.attach() == HSW_OK && scene.attach() == HSW_E_STATE)
      scene.toNet.put(1)
      scene.tick()
      scene.detach()
      _ = scene.fromNet.take()
    }
    scene.toNet.takeBack()
    scene.fromNet.takeBack()
    scene.tick()
    scene.detach()
  }

  @Test(arguments: ["end", "reset", "destroy"])
  func hswR103AnyEndOfACallLetsItsRingsGo(end: String) throws {
    let scene = try Scene()
    #expect(scene.attach() == HSW_OK)
    if end == "end" {
      // The call is over; the host still has to take its rings back.
      scene.rig.end(scene.call)
      scene.toNet.put(3)
      scene.tick()
      scene.detach()
      #expect(scene.log() == "attach 8000, detach after 1")
    } else if end == "reset" {
      scene.rig.reset()
      #expect(scene.log() == "attach 8000, detach after 0, reset")
    } else {
      scene.rig.destroy()
    }
    scene.toNet.takeBack()
    scene.fromNet.takeBack()
    if end != "destroy" { scene.tick() }
  }

  @Test("H2: a call that a thread of the transport serves is detached once, before the transport is deactivated")
  func ownThreadsLetGoBeforeTheDeactivation() throws {
    let scene = try Scene(dialing: "own")
    #expect(scene.attach() == HSW_OK)
    #expect(scene.rig.deactivate(0) == HSW_OK)
    scene.detach()
    #expect(scene.log() == "attach 8000, detach after -1, deactivate")
  }

  @Test func aPortThatIsNotWholeIsRefused() throws {
    let scene = try Scene()
    #expect(scene.attach(rate: 16_000) == HSW_E_BUSY, "the transport's own word")
    #expect(scene.attach(rate: 44_100) == HSW_E_NOTSUP)
    #expect(scene.attach { $0.n_slots = 3 } == HSW_E_INVAL)
    #expect(scene.attach { $0.n_slots = 0 } == HSW_E_INVAL)
    #expect(scene.attach { $0.slot_bytes = 16 } == HSW_E_INVAL)
    #expect(scene.attach { $0.slot_bytes = 337 } == HSW_E_INVAL)
    #expect(scene.attach { $0.ctl = nil } == HSW_E_INVAL)
    #expect(scene.attach { $0.slots = nil } == HSW_E_INVAL)
    #expect(scene.attach { $0.flags = 0x10000 } == HSW_E_INVAL)
    #expect(scene.attach() == HSW_OK)
  }

  /// Slots smaller than a frame, and frames with impossible lengths.
  @Test(arguments: [8, 24, 152, 160, 200])
  func hswR102AFrameNeverLeavesItsSlot(room: Int) throws {
    let scene = try Scene()
    let (near, far) = (TestRing(slots: 2, samples: room), TestRing(slots: 2, samples: room))
    var format = hsw_audio_format(size: 16, rate: 8000, channels: 1, sample: UInt16(HSW_SAMPLE_S16LE), frame_us: 20_000)
    var (toNet, fromNet) = (near.table, far.table)
    #expect(scene.audio.attach!(scene.rig.context, scene.call, &format, &toNet, &fromNet) == HSW_OK)
    for value in 0..<Int16(8) {
      near.put(value, samples: min(room, 160))
      near.ask { ring in UnsafeMutablePointer(mutating: hsw_ring_front(ring)!).pointee.bytes = .max }
      scene.tick()
      #expect(far.take()?.prefix(min(room, 160)).allSatisfy { $0 == value } == true)
    }
    scene.detach()
  }

  @Test func hswR106EmptyAndFullRingsAreCountedAndStopNothing() throws {
    let scene = try Scene()
    #expect(scene.attach() == HSW_OK)
    for value in 0..<Int16(20) {
      scene.toNet.put(value)
      scene.tick()
      scene.tick()
    }
    #expect(scene.fromNet.ask(hsw_ring_overruns) == 16)
    for value in 0..<Int16(4) { #expect(scene.fromNet.take()?.first == value) }
    scene.toNet.put(77)
    scene.tick()
    #expect(scene.fromNet.take()?.first == 77)
  }

  @Test func theTransportHearsWhetherTheAudioIsItsOwn() throws {
    let scene = try Scene()
    for on in [1, 0, 2] as [UInt32] { scene.audio.active!(scene.rig.context, on) }
    #expect(scene.log() == "active true, active false")
  }

  @Test func manyCallsKeepTheirRingsApart() throws {
    let scene = try Scene()
    let calls = (0..<50).map { _ in (call: scene.rig.dial("2"), toNet: TestRing(), fromNet: TestRing()) }
    var format = hsw_audio_format(size: 16, rate: 8000, channels: 1, sample: UInt16(HSW_SAMPLE_S16LE), frame_us: 20_000)
    for (call, near, far) in calls {
      var (toNet, fromNet) = (near.table, far.table)
      #expect(scene.audio.attach!(scene.rig.context, call, &format, &toNet, &fromNet) == HSW_OK)
    }
    for (index, (call, _, _)) in calls.enumerated() where index % 3 == 0 { scene.audio.detach!(scene.rig.context, call) }
    for (index, (_, near, _)) in calls.enumerated() { near.put(Int16(index)) }
    scene.tick()
    for (index, (_, _, far)) in calls.enumerated() { #expect(far.take()?.first == (index % 3 == 0 ? nil : Int16(index))) }
    scene.rig.destroy()
  }
}
