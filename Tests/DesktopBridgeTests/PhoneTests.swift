import HostSurface
import StrictJSON
import Testing

@testable import DesktopBridge

@Suite("DesktopMachine: the audio of a phone") struct CallAudioTests {
  private static let active = MachineStage.call("A", "active")

  @Test("Calls switch the mode, and speaker and microphone follow the front") func follows() {
    var stage = MachineStage([.callAudio: ":1.50"])
    #expect(stage.line([MachineStage.call("A", "ringing")]).calls(of: "SelectMode").isEmpty)
    let first = stage.line([Self.active], front: 1).calls
    #expect(first.filter { $0.name.contains("mobian") }.map { $0.member + " " + $0.texts[0] } == ["SelectMode 1", "MuteMic false"])
    let route = stage.take(.state(.audio, key: "main", .object(of: ["route": "speaker"])))
    #expect(route.calls.map(\.texts) == [["true"]] && route.calls[0].member == "EnableSpeaker")
    #expect(
      stage.take(.state(.audio, key: "main", .object(of: ["route": "headset"]))).calls.map { $0.member + $0.texts[0] }
        == ["EnableSpeakerfalse"])
    #expect(stage.line([MachineStage.call("A", "active", #", "muted": true"#)], front: 1).calls.map(\.texts) == [["true"]])
    #expect(stage.line([MachineStage.call("A", "held")]).calls(of: "SelectMode").isEmpty)
    #expect(stage.line([]).calls(of: "SelectMode").first?.texts == ["0"])
  }

  @Test("A service that comes back is told again, and one that comes between calls is not") func comes() {
    var stage = MachineStage()
    _ = stage.line([Self.active], front: 1)
    #expect(stage.take(.owner(.callAudio, ":1.50")).calls(of: "SelectMode").first?.texts == ["1"])
    stage.take(.owner(.callAudio, nil))
    #expect(stage.take(.owner(.callAudio, ":1.51")).calls(of: "SelectMode").count == 1)
    _ = stage.line([])
    stage.take(.owner(.callAudio, nil))
    #expect(stage.take(.owner(.callAudio, ":1.52")).calls.isEmpty)
  }

  @Test("Switched off, nothing is switched; switched off in a call, the mode goes back") func off() {
    var stage = MachineStage([.callAudio: ":1.50"]) { $0.callaudio = false }
    #expect(stage.line([Self.active], front: 1).calls(of: "SelectMode").isEmpty)
    stage.take(.settings(DesktopSettings()))
    var settings = DesktopSettings()
    settings.callaudio = false
    #expect(stage.take(.settings(settings)).calls(of: "SelectMode").first?.texts == ["0"])
  }
}

@Suite("DesktopMachine: sleep") struct SleepTests {
  private func stage(_ settings: (inout DesktopSettings) -> Void = { _ in }) -> MachineStage {
    var stage = MachineStage([.logind: MachineStage.logind], settings)
    stage.take(.reply(.lock(.delay), .values([])))
    return stage
  }

  private func prepare(_ begins: Bool) -> DesktopEvent {
    .signal(DesktopSignal(MachineStage.logind, "/org/freedesktop/login1", "PrepareForSleep", [.bool(begins)]))
  }

  @Test("A lock delays sleep always, and one blocks it while a call is not ringing") func locks() {
    var machine = DesktopMachine(DesktopSettings())
    let first = machine.take(.owner(.logind, MachineStage.logind)).calls(of: "Inhibit")
    #expect(first.map(\.texts) == [["sleep", "Hookswitch", "Calls end first", "delay"]] && first[0].lock == .delay)
    var stage = stage()
    #expect(stage.line([MachineStage.call("A", "ringing")]).calls(of: "Inhibit").isEmpty)
    let block = stage.line([MachineStage.call("A", "active")]).calls(of: "Inhibit")
    #expect(block.map(\.texts) == [["sleep:idle", "Hookswitch", "A call is up", "block"]] && block[0].lock == .block)
    stage.take(.reply(.lock(.block), .values([])))
    #expect(stage.line([]) == [.release(.block)])
  }

  @Test("A call that ends before logind replies releases the lock with the reply") func early() {
    var stage = stage()
    _ = stage.line([MachineStage.call("A", "active")])
    #expect(!stage.line([]).contains(.release(.block)))
    #expect(stage.take(.reply(.lock(.block), .values([]))).contains(.release(.block)))
  }

  @Test("Before a sleep calls are ended, and the delay goes with the last one") func ends() {
    var stage = stage()
    _ = stage.line([MachineStage.call("A", "active"), MachineStage.call("B", "ringing")])
    let effects = stage.take(prepare(true))
    #expect(effects.requests == ["A", "B"].map { #"call.end {"call":"\#($0)","origin":"client"}"# })
    #expect(effects.contains(.timer(.sleep, .seconds(4))) && !effects.contains(.release(.delay)))
    #expect(!stage.line([MachineStage.call("A", "ending")]).contains(.release(.delay)))
    #expect(stage.line([]).contains(.release(.delay)))
    #expect(stage.take(prepare(false)).calls(of: "Inhibit").first?.lock == .delay)
  }

  @Test("Calls that do not end hold the sleep up for 4 s, and a sleep without calls not at all") func late() {
    var stage = stage()
    #expect(stage.take(prepare(true)) == [.release(.delay)])
    stage.take(prepare(false))
    stage.take(.reply(.lock(.delay), .values([])))
    _ = stage.line([MachineStage.call("A", "active")])
    stage.take(prepare(true))
    #expect(stage.take(.timer(.sleep)).contains(.release(.delay)))
  }

  @Test("After a sleep the providers refresh their registrations, once") func woke() {
    var stage = stage { $0.sleep = false }
    #expect(!stage.take(prepare(false)).contains(.woke))
    #expect(!stage.take(prepare(true)).contains(.woke))
    #expect(stage.take(prepare(false)).contains(.woke))
    #expect(!stage.take(prepare(false)).contains(.woke))
  }

  @Test("A signal of another program ends no call") func forged() {
    var stage = stage()
    _ = stage.line([MachineStage.call("A", "active")])
    #expect(stage.take(.signal(DesktopSignal(":1.66", "/org/freedesktop/login1", "PrepareForSleep", [true]))).requests.isEmpty)
  }

  @Test("logind that comes back gives new locks; a refused lock is not asked for in a loop") func comesAndGoes() {
    var stage = stage()
    #expect(stage.take(.owner(.logind, nil)) == [.release(.delay)])
    #expect(stage.take(.owner(.logind, ":1.60")).calls(of: "Inhibit").count == 1)
    #expect(stage.take(.reply(.lock(.delay), .failed("AccessDenied"))).calls.isEmpty)
    #expect(stage.line([MachineStage.call("A", "ringing")]).calls(of: "Inhibit").isEmpty)
  }

  @Test("Switched off, there is no lock, and no call ends") func off() {
    var stage = stage { $0.sleep = false }
    #expect(stage.line([MachineStage.call("A", "active")]).calls(of: "Inhibit").isEmpty)
    #expect(stage.take(prepare(true)).requests.isEmpty)
  }
}
