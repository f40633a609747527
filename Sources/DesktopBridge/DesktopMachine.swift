internal import CallControl
package import HostSurface
internal import StrictJSON

/// Decides what the desktop shows and does about calls: notifications, ringing, music players, the audio of a phone, sleep.
///
/// A pure value: it takes events of the host, of the services and of time, and returns effects. It never waits or calls out, and equal
/// events give equal effects. Services may be absent, come and go, at any time and in any order.
package struct DesktopMachine: Sendable {
  private var facts: DesktopFacts
  private var notifications = NotificationPart()
  private var ringing = RingingPart()
  private var players = PlayersPart()
  private var callAudio = CallAudioPart()
  private var sleep = SleepPart()
  /// The number of the newest question that the machine itself found.
  private var questions = 0

  /// The topics of the host that the machine takes in.
  package static let topics: [Topic] = [.line, .missed, .audio, .call]

  /// Creates a machine without services and calls.
  ///
  /// - Parameters:
  ///   - settings: the parts of the desktop to use.
  ///   - uid: the user of this process.
  ///   - isSandboxed: true inside the sandbox of a packaged program.
  package init(_ settings: DesktopSettings, uid: UInt32 = 0, isSandboxed: Bool = false) {
    facts = DesktopFacts(settings, uid: uid, isSandboxed: isSandboxed)
  }

  /// Takes an event, and returns the effects in order.
  ///
  /// - Parameter event: the event.
  package mutating func take(_ event: DesktopEvent) -> [DesktopEffect] {
    facts.take(event)
    var effects: [DesktopEffect] = []
    if case .record(let record) = event, let call = facts.missed(record) {
      notifications.miss(call)
      effects += ringing.miss(facts)
    }
    if case .answer(.pending, let answer?) = event {
      for question in QuestionPart.pending(answer) {
        questions -= 1
        effects += notifications.take(.question(questions, question), facts)
      }
    }
    effects += sleep.take(event, &facts)
    effects += notifications.take(event, facts)
    effects += ringing.take(event, facts)
    effects += players.take(event, facts)
    effects += callAudio.take(event, facts)
    return effects
  }
}
