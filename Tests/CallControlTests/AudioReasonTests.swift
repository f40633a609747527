import CallControl
import ExplorationKit
import Testing

/// Each change of a line's audio has a reason.
@Suite("Audio reasons")
struct AudioReasonTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: [Stimulus]
    /// The last step's changes of the audio.
    var told: [String]
  }

  private static let a = Desk.a
  private static let b = Desk.b
  private static let rings: [Stimulus] = [.incoming("p", a, replaces: nil), .ask(.transaction([.answer(a, .automatic)]), .user)]
  private static let swap: [Stimulus] = [.ask(.swap, .user), .fulfil(b, .setHeld), .fulfil(a, .setHeld)]
  private static let twoProviders = Desk.heldAndActive("p", "q")
  private static let mixed = twoProviders + [.ask(.merge([a, b]), .user), .fulfil(a, .setHeld)]

  private static let stories = [
    Story(testDescription: "U1 an outgoing call", script: [Desk.start(a), .fulfil(a, .start)], told: ["+ p started"]),
    Story(testDescription: "U1 an incoming call", script: rings + [.fulfil(a, .answer)], told: ["+ p answered"]),
    Story(
      testDescription: "U1 held", script: Desk.active(a) + [.ask(.transaction([.setHeld(a, true)]), .user), .fulfil(a, .setHeld)],
      told: ["- p held"]),
    Story(
      testDescription: "U1 resumed",
      script: Desk.active(a) + [
        .ask(.transaction([.setHeld(a, true)]), .user), .fulfil(a, .setHeld), .ask(.transaction([.setHeld(a, false)]), .user),
        .fulfil(a, .setHeld),
      ], told: ["+ p resumed"]),
    Story(
      testDescription: "U1 ended", script: Desk.active(a) + [.report(a, .ended(.remoteEnded, nil))], told: ["- p ended"]),
    Story(
      testDescription: "U2 another's call was held for it", script: Array(twoProviders.dropLast()), told: ["- p held", "+ q started"]),
    Story(testDescription: "U2 swapped", script: twoProviders + swap, told: ["- q swapped", "+ p swapped"]),
    Story(
      testDescription: "U2 the front call ended, and a held one came back",
      script: twoProviders + [
        .ask(.transaction([.end(b)]), .user), .fulfil(b, .end), .fulfil(a, .setHeld),
      ], told: ["- q ended", "+ p resumed"]),
    Story(testDescription: "U3 merged", script: mixed, told: ["+ p merged"]),
    Story(
      testDescription: "U3 one of a mixed group ended", script: mixed + [.report(b, .ended(.remoteEnded, nil))], told: ["- q ended"]),
    Story(testDescription: "U4 lost", script: Desk.active(a) + [.crash("p")], told: ["- p lost"]),
    Story(testDescription: "U4 reset", script: Desk.active(a) + [.reset("p")], told: ["- p reset"]),
    Story(testDescription: "U4 retired", script: Desk.active(a) + [.invalidate("p")], told: ["- p invalidated"]),
  ]

  @Test("Each change of the audio names its reason", arguments: stories)
  func reason(story: Story) {
    var desk = Desk()
    desk.play(story.script)
    let told = desk.effects.compactMap { effect -> String? in
      switch effect {
      case .activateAudio(let provider, let reason): "+ \(provider) \(reason.rawValue)"
      case .deactivateAudio(let provider, let reason): "- \(provider) \(reason.rawValue)"
      default: nil
      }
    }
    #expect(told == story.told)
  }

  @Test("For a provider with a held call the end of its front call is the reason, even if another call was answered later")
  func endedLongAgo() {
    var desk = Desk()
    desk.play(
      Desk.heldAndActive("p", "p") + [.incoming("q", Desk.c, replaces: nil), .ask(.transaction([.answer(Desk.c, .endActive)]), .user)])
    desk.play([.fulfil(Desk.b, .end)])
    desk.play([.fulfil(Desk.c, .answer)])
    #expect(desk.effects.contains(.deactivateAudio("p", .ended)))
    #expect(desk.effects.contains(.activateAudio("q", .answered)))
  }
}
