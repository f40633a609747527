import StrictJSON
import Testing

@testable import DesktopBridge

@Suite("DesktopMachine: one program rings") struct RingingTests {
  private static let ringing = MachineStage.call("A", "ringing")
  private static let waiting = MachineStage.call("B", "ringing", #", "waiting": true"#)

  private func stage(_ settings: (inout DesktopSettings) -> Void = { _ in }) -> MachineStage {
    MachineStage([.feedback: MachineStage.feedbackd], settings)
  }

  private func feedbackEnded(_ number: Int, _ reason: Int) -> DesktopEvent {
    .signal(DesktopSignal(MachineStage.feedbackd, "/org/sigxcpu/Feedback", "FeedbackEnded", [.integer(number), .integer(reason)]))
  }

  @Test("feedbackd rings where it is, and the host does not") func feedbackd() throws {
    var machine = DesktopMachine(DesktopSettings())
    _ = machine.take(.bus(.session, isThere: true))
    #expect(machine.take(.owner(.feedback, MachineStage.feedbackd)) == [.ownRingtone(false)])
    var stage = stage()
    let effects = stage.line([Self.ringing])
    #expect(effects.calls(of: "TriggerFeedback").first?.texts == ["org.hookswitch.Hookswitch", "phone-incoming-call", "", "0"])
    #expect(!effects.contains(.ownRingtone(true)))
    stage.take(.reply(try effects.tag(of: "TriggerFeedback"), .values([3])))
    #expect(stage.line([MachineStage.call("A", "active")]).calls(of: "EndFeedback").first?.texts == ["3"])
  }

  @Test("Without feedbackd the host rings") func own() {
    var stage = MachineStage()
    let effects = stage.line([Self.ringing])
    #expect(effects.calls(of: "TriggerFeedback").isEmpty && !effects.contains(.ownRingtone(false)))
  }

  @Test("A waiting call is told quietly, for 15 s; a change of the tone ends the feedback before") func tones() throws {
    var stage = stage()
    let active = MachineStage.call("A", "active")
    _ = stage.line([active])
    let waiting = stage.line([active, Self.waiting])
    #expect(
      waiting.calls(of: "TriggerFeedback").first?.texts == ["org.hookswitch.Hookswitch", "phone-incoming-call", "profile=quiet", "15"])
    stage.take(.reply(try waiting.tag(of: "TriggerFeedback"), .values([4])))
    let alone = stage.line([MachineStage.call("B", "ringing")])
    #expect(alone.calls.map(\.member).filter { $0.hasSuffix("Feedback") } == ["EndFeedback", "TriggerFeedback"])
    #expect(alone.calls(of: "EndFeedback").first?.texts == ["4"])
  }

  @Test("A silenced call does not ring") func silenced() throws {
    var stage = stage()
    let effects = stage.line([Self.ringing])
    stage.take(.reply(try effects.tag(of: "TriggerFeedback"), .values([3])))
    #expect(stage.line([MachineStage.call("A", "ringing", #", "silenced": true"#)]).calls(of: "EndFeedback").count == 1)
  }

  @Test("A call that ends before feedbackd replies ends its feedback with the reply") func early() throws {
    var stage = stage()
    let effects = stage.line([Self.ringing])
    #expect(stage.line([]).calls(of: "EndFeedback").isEmpty)
    #expect(stage.take(.reply(try effects.tag(of: "TriggerFeedback"), .values([3]))).calls(of: "EndFeedback").first?.texts == ["3"])
  }

  @Test("No feedback (-1), an error and a crash make the host ring, for this call only") func fallbacks() throws {
    for way in 0..<4 {
      var stage = stage()
      let tag = try stage.line([Self.ringing]).tag(of: "TriggerFeedback")
      let effects: [DesktopEffect]
      switch way {
      case 0:
        stage.take(.reply(tag, .values([3])))
        effects = stage.take(feedbackEnded(3, -1))
      case 1:
        // The signal may come before the reply.
        stage.take(feedbackEnded(3, -1))
        effects = stage.take(.reply(tag, .values([3])))
      case 2: effects = stage.take(.reply(tag, .failed("NoReply")))
      default: effects = stage.take(.owner(.feedback, nil))
      }
      #expect(effects.contains(.ownRingtone(true)) && effects.calls(of: "EndFeedback").isEmpty, "\(way)")
      let quiet = stage.line([])
      // A crashed service may come back: until then the host rings.
      #expect(quiet.contains(.ownRingtone(false)) == (way < 3), "\(way)")
    }
  }

  @Test("A feedback that ends by itself, or is another's, changes nothing") func ended() throws {
    var stage = stage()
    let tag = try stage.line([Self.ringing]).tag(of: "TriggerFeedback")
    stage.take(.reply(tag, .values([3])))
    #expect(stage.take(feedbackEnded(9, -1)).isEmpty)
    #expect(
      stage.take(.signal(DesktopSignal(":1.66", "/org/sigxcpu/Feedback", "FeedbackEnded", [3, -1]))).isEmpty)
    #expect(stage.take(feedbackEnded(3, 0)).isEmpty)
    #expect(stage.line([]).calls(of: "EndFeedback").isEmpty)
  }

  @Test("feedbackd that comes while the host rings takes the next call") func comes() {
    var stage = MachineStage()
    _ = stage.line([Self.ringing])
    #expect(stage.take(.owner(.feedback, MachineStage.feedbackd)).isEmpty)
    #expect(stage.line([]).contains(.ownRingtone(false)))
    #expect(stage.line([Self.ringing]).calls(of: "TriggerFeedback").count == 1)
  }

  @Test("The setting decides: own, feedbackd alone, off") func settings() {
    var own = stage { $0.ringing = .own }
    #expect(own.line([Self.ringing]).calls(of: "TriggerFeedback").isEmpty)
    var machine = DesktopMachine(MachineStage.settings { $0.ringing = .off })
    #expect(machine.take(.started) == [.ownRingtone(false)])
    var alone = MachineStage { $0.ringing = .feedbackd }
    #expect(alone.line([Self.ringing]).calls(of: "TriggerFeedback").isEmpty)
    var settings = DesktopSettings()
    settings.ringing = .own
    #expect(alone.take(.settings(settings)).contains(.ownRingtone(true)))
  }

  @Test("A missed call is told once") func missed() {
    var stage = stage()
    _ = stage.line([Self.ringing])
    _ = stage.line([])
    let effects = stage.end("A", "unanswered")
    #expect(effects.calls(of: "TriggerFeedback").map(\.texts) == [["org.hookswitch.Hookswitch", "phone-missed-call", "", "-1"]])
    #expect(stage.end("A", "unanswered").calls(of: "TriggerFeedback").isEmpty)
  }
}
