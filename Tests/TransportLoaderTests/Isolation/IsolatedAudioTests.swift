import Glibc
import RunnerChannel
import Testing
import TransportABI

@testable import TransportLoader
@testable import TransportRunner

/// The audio extension across the process boundary, with a real shared object: docs/isolation.md, Audio.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct IsolatedAudioTests {
  private func stage(_ defines: [String] = [], patience: UInt32 = 2000) throws -> IsolatedStage {
    try IsolatedStage(defines: ["NOTE", "AUDIO"] + defines, patience: patience)
  }

  @Test func formatsCrossWithoutThoseThatTheHostDoesNotTake() throws {
    let stage = try stage()
    #expect(stage.formats(of: stage.connected()) == [48_000, 8_000, 16_000])
    #expect(stage.formats(of: CallHandle(rawValue: 4711)) == [])
    #expect(stage.instance.misbehaviour.total == 0)
    stage.close()
  }

  @Test(arguments: [("formats-none", 0), ("formats-zero", 1), ("formats-huge", 1), ("formats-float", 1)])
  func aListThatBreaksTheContractIsNoneAndCounted(handle: String, malformed: Int) throws {
    let stage = try stage()
    #expect(stage.formats(of: stage.connected(handle)) == [])
    stage.close()
    #expect(stage.instance.misbehaviour == TransportMisbehaviour(malformed: malformed))
  }

  @Test func soundCrossesBothWaysAndTheRunnersOwnThreadTicks() throws {
    let stage = try stage()
    let call = stage.connected()
    let sound = SharedSound(try stage.region())
    #expect(stage.attach(call, sound.rings) == nil)
    stage.instance.setAudioActive(true)
    #expect(stage.instance.mediaClock == nil, "the host's audio thread runs nothing of it")
    for value in 1...Int16(20) { #expect(sound.echo(value) == Array(repeating: value, count: 160)) }
    let seen = stage.ask { $0.peerObserve(call, $1) }?.observation
    #expect(seen == #"{"clashes":0,"active":1,"media":1}"#)
    #expect(stage.detach(call) == .free)
    #expect(stage.instance.misbehaviour.total == 0)
    stage.close()
  }

  @Test func ringsThatLieElsewhereAreRefused() throws {
    let stage = try stage()
    let call = stage.connected()
    #expect(stage.attach(call, Sound().rings)?.code == HSW_E_INVAL && stage.detach(call) == .free)
    let sound = SharedSound(try stage.region())
    #expect(stage.attach(call, TransportRings(toNet: sound.toNet, fromNet: Sound().rings.fromNet))?.code == HSW_E_INVAL)
    #expect(stage.attach(call, sound.rings) == nil, "and the runner goes on")
    stage.close()
  }

  @Test(arguments: [("attach-refuses", HSW_E_BUSY, 0), ("attach-strange", HSW_E_RANGE, 1)])
  func aRefusedAttachIsNone(handle: String, code: Int32, malformed: Int) throws {
    let stage = try stage()
    let call = stage.connected(handle)
    let sound = SharedSound(try stage.region())
    #expect(stage.attach(call, sound.rings)?.code == code && stage.detach(call) == .free)
    #expect(stage.attach(CallHandle(rawValue: 4711), sound.rings)?.code == HSW_E_NOCALL)
    stage.close()
    #expect(stage.instance.misbehaviour == TransportMisbehaviour(malformed: malformed))
  }

  @Test func noTickRunsBesideAttachAndDetach() throws {
    let stage = try stage()
    let (one, two) = (stage.connected(), stage.connected())
    let region = try stage.region()
    let kept = SharedSound(region)
    // With a call attached throughout, the media thread ticks all the time.
    #expect(stage.attach(one, kept.rings) == nil)
    for round in 0..<100 {
      let sound = SharedSound(region, place: 1)
      #expect(stage.attach(two, sound.rings) == nil && stage.attach(two, sound.rings)?.code == HSW_E_STATE)
      if round % 10 == 0 { #expect(kept.echo(Int16(round)) != nil) }
      #expect(stage.detach(two) == .free)
    }
    #expect(stage.ask { $0.peerObserve(one, $1) }?.observation?.hasPrefix(#"{"clashes":0,"#) == true)
    stage.close()
  }

  @Test(arguments: ["end", "far end", "reset", "close", "restart", "kill"])
  func ringsComeBackWhateverEndsTheCall(how: String) throws {
    let stage = try stage()
    let call = stage.connected()
    let sound = SharedSound(try stage.region())
    #expect(stage.attach(call, sound.rings) == nil)
    switch how {
    case "end": stage.instance.request(.end(.hangup), of: call, deadlineMilliseconds: 1000)
    case "far end": stage.instance.peerOrder(call, HSW_ORDER_END) { _ in }
    case "reset": stage.instance.reset()
    case "restart": stage.dial("restart")
    case "kill": kill(try #require(stage.transport.runnerPID), SIGKILL)
    default: stage.close()
    }
    if how.hasSuffix("end") { #expect(stage.recorder.wait(for: "ended")) }
    if how == "restart" || how == "kill" { #expect(stage.recorder.wait(for: "lost")) }
    #expect(stage.detach(call) == .free)
    #expect(stage.instance.lostRings == 0)
    if !["close", "restart", "kill"].contains(how) {
      #expect(stage.attach(stage.connected(), sound.rings) == nil, "the rings serve another call")
      stage.close()
    }
  }

  @Test(
    "Faults 10 and 11: a crash in tick, formats, attach and detach gives the rings back",
    arguments: [
      ("formats-crashes", "audio.formats"), ("attach-crashes", "audio.attach"), ("detach-crashes", "audio.detach"), ("tick-crashes", ""),
    ])
  func aCrashGivesTheRingsBack(handle: String, function: String) throws {
    let stage = try stage()
    let call = stage.connected(handle)
    let memory = try #require(stage.instance.audioMemory)
    let sound = SharedSound(try stage.region())
    if handle == "formats-crashes" {
      #expect(stage.formats(of: call) == [])
    } else {
      #expect((stage.attach(call, sound.rings) == nil) == (handle != "attach-crashes"))
      if handle == "tick-crashes" { #expect(stage.recorder.wait(for: "lost")) }
    }
    #expect(stage.detach(call) == .free)
    #expect(stage.recorder.wait(for: "lost: SIGSEGV"))
    #expect(
      function.isEmpty || stage.recorder.texts.last?.contains("SIGSEGV in \(function), 1 call ended") == true, "\(stage.recorder.texts)")
    #expect(memory.isOver && stage.instance.lostRings == 0)
    // The instance lets go of it after its last word.
    try awaitThat(60) { stage.instance.audioMemory == nil }
  }

  @Test(arguments: [("detach-hangs", "audio.detach"), ("attach-hangs", "audio.attach"), ("tick-hangs", "audio.tick")])
  func aPluginThatHangsLosesItsProcessAndNoRings(handle: String, function: String) throws {
    let stage = try stage()
    let call = stage.connected(handle)
    let sound = SharedSound(try stage.region())
    #expect(sound.put(1))
    #expect((stage.attach(call, sound.rings) == nil) == (handle != "attach-hangs"))
    // The fixture's tick hangs after its first echo.
    if handle == "tick-hangs" { #expect(sound.take() != nil) }
    #expect(stage.detach(call) == .free)
    #expect(stage.recorder.wait(for: "lost: \(function) did not return in time"), "\(stage.recorder.texts)")
    #expect(stage.instance.lostRings == 0)
  }

  /// In a process of its own, because other tests open descriptors and map regions meanwhile.
  @Test func fiftyLegsOfAKilledProcessLeaveNoMappingAndNoDescriptor() async {
    await #expect(processExitsWith: .success) {
      let before = IsolatedStage.regionCount()
      do {
        let stage = try IsolatedStage(defines: ["NOTE", "AUDIO"])
        let descriptors = descriptorCount()
        let region = try stage.region()
        let calls = (0..<50).map { _ in stage.dial("5550100").call }
        #expect(stage.recorder.wait { $0.filter { $0.text == "active" }.count == 50 })
        for (place, call) in calls.enumerated() { #expect(stage.attach(call, SharedSound(region, place: place).rings) == nil) }
        #expect(SharedSound(region, place: 49).echo(7) != nil)
        #expect(descriptorCount() == descriptors + 1, "the region keeps its descriptor for a new version of the transport")
        #expect(IsolatedStage.regionCount() == before + 1)
        kill(try #require(stage.transport.runnerPID), SIGKILL)
        #expect(stage.recorder.wait(for: "lost: SIGKILL, 50 calls ended"))
        for call in calls { #expect(stage.detach(call) == .free) }
      }
      #expect(IsolatedStage.regionCount() == before)
    }
  }

  // MARK: the runner's side

  @Test func ringsThatDoNotLieInTheRegionAreNone() throws {
    let region = try SharedRegion.make().region
    var good = AttachBody()
    (good.rate, good.slots, good.slotBytes, good.toNetOffset, good.fromNetOffset) = (8000, 4, 336, 0, 1472)
    #expect(HostedRings(good, in: region) != nil)
    let faults: [(inout AttachBody) -> Void] = [
      { $0.rate = 44_100 }, { $0.slots = 0 }, { $0.slots = 3 }, { $0.slots = 2048 }, { $0.slots = 1 << 31 }, { $0.slotBytes = 320 },
      { $0.slotBytes = 337 }, { $0.slotBytes = 0xFFFF_FFF0 }, { $0.rate = 48_000 }, { $0.toNetOffset = 8 }, { $0.fromNetOffset = 1408 },
      { $0.fromNetOffset = 0 }, { $0.fromNetOffset = 2 << 20 }, { $0.fromNetOffset = (2 << 20) - 1408 }, { $0.toNetOffset = 0xFFFF_FFC0 },
    ]
    for (number, spoil) in faults.enumerated() {
      var body = good
      spoil(&body)
      #expect(HostedRings(body, in: region) == nil, "fault \(number)")
    }
  }

  /// The host's grid, a time, and the time of the tick, in milliseconds.
  private static let dues: [(grid: UInt64, now: UInt64, due: UInt64)] = [
    (0, 0, 10), (0, 9, 10), (0, 10, 30), (0, 29, 30), (5, 7, 15), (1005, 7, 15), (15, 7, 25), (15, 3, 5), (15, 5, 25),
  ]

  @Test(arguments: dues)
  func theRunnerTicksHalfAFrameAfterTheHost(grid: UInt64, now: UInt64, due: UInt64) {
    #expect(MediaTicker.due(after: now * 1_000_000, grid: grid * 1_000_000) == due * 1_000_000)
  }
}

private func descriptorCount() -> Int { (0..<4096).count { fcntl($0, F_GETFD) >= 0 } }
