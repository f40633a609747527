package import CallControl
internal import Dispatch
internal import FoundationEssentials
package import Locking
internal import Synchronization

/// The machine inside a `CallHost`: lines, providers, time, and who hears of it.
///
/// `CallHost` is the handle that embedders hold; providers and controllers hold the machine, so that it can be taken down when the last
/// handle goes.
package final class HostCore: Sendable {
  /// What waits for its time.
  enum Alarm: Sendable {
    case line(LineBox)
    case forget(LineBox)
    case restart(ProviderBox)
    case audio
  }

  /// How long a line of its own stays after its call, so that late words about it are known for what they are.
  static let graceOfGeneratedLines = Duration.seconds(30)

  package let clock: any HostClock
  let board: Locked<Board>
  let providers = Locked<[ProviderID: ProviderBox]>([:])
  /// Names that are kept for providers which are about to be added.
  let claimedNames = Locked<Set<ProviderID>>([])
  let screeners = Screeners()
  let slices = Slices()
  package let observers = ObserverHub()
  let journal: JournalHub
  package let activity: Activity
  let rosters = Rosters()
  let names = ActionNames()
  let alarms = Locked(DeadlineHeap<Alarm>())
  let requestCount = Atomic<UInt64>(0)
  /// Carries the calls' audio; nil: the providers do that themselves.
  package let audio: (any HostSound)?
  /// What providers want of the audio of lines.
  package let audioWishes = Locked<[LineID: [ProviderID: AudioSession.Configuration]]>([:])
  package let audioStates = AudioStateHub()
  let lineForIncoming: (@Sendable (IncomingCall, ProviderID) -> LineID?)?

  init(clock: any HostClock, settings: HostSettings) {
    let activity = Activity()
    self.clock = clock
    self.activity = activity
    board = Locked(Board(settings))
    journal = JournalHub(settings.journals, activity: activity)
    lineForIncoming = settings.lineForIncoming
    audio = settings.sound?.makeSound(clock: clock, activity: activity)
    clock.attach(self)
    audio?.serve(self)
  }

  private var surroundings: LineBox.Surroundings {
    LineBox.Surroundings(now: clock.now, rosters: rosters, names: names, observation: observers.observation)
  }

  /// Lets a line hear something, in its turn; false when the line was forgotten meanwhile.
  @discardableResult
  func submit(_ input: LineInput, to box: LineBox) -> Bool {
    submit([input], to: box)
  }

  /// Lets a line hear several things, in their turn; false when the line was forgotten meanwhile.
  @discardableResult
  func submit(_ inputs: consuming [LineInput], to box: LineBox) -> Bool {
    activity.enter()
    defer { activity.leave() }
    var inbox = LineInbox(consume inputs)
    switch box.submit(&inbox, surroundings) {
    case .queued: return true
    case .closed: return false
    case .turn(let first):
      drain(box, from: first, &inbox)
      return true
    }
  }

  /// The one loop that carries effects out: see `LineBox`.
  private func drain(_ box: LineBox, from first: consuming LineTurn?, _ inputs: inout LineInbox) {
    var next = first
    while let turn = next.take() {
      carryOut(turn, of: box)
      next = box.next(&inputs, surroundings)
    }
  }

  package func provider(_ id: ProviderID) -> ProviderBox? {
    providers.withLock { $0[id] }
  }

  /// The lines there are.
  var lines: [LineBox] { board.withLock { Array($0.lines.values) } }
}
