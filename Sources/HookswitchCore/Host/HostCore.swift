package import CallControl
internal import Dispatch
internal import FoundationEssentials
package import Locking
internal import Synchronization
package import TransportLoader

/// The implementation of a `CallHost`: lines, providers, time and observers.
///
/// Embedders hold the `CallHost`, while providers and controllers hold the core. The host is thus torn down with its last reference.
package final class HostCore: Sendable {
  /// The target of a deadline.
  enum Alarm: Sendable {
    case line(LineBox)
    case forget(LineBox)
    case restart(LostProvider)
    /// Look whether a quarantined provider has been ready for long enough (P7).
    case endQuarantine(ProviderID)
    case audio
  }

  /// A lost provider; its alarm keeps neither it nor its transport once the provider is retired.
  struct LostProvider: Sendable {
    weak let box: ProviderBox?
  }

  /// The time for which a generated line outlives its call, so that late reports about it are recognized.
  static let graceOfGeneratedLines = Duration.seconds(30)

  package let clock: any HostClock
  let board: Locked<Board>
  let providers = Locked<[ProviderID: ProviderBox]>([:])
  /// Ids reserved for providers that are about to be added.
  let claimedNames = Locked<Set<ProviderID>>([])
  let screeners = Screeners()
  let slices = Slices()
  /// The parts that every turn of a line uses.
  private let setting: LineSetting
  package var observers: ObserverHub { setting.observers }
  let journal: JournalHub
  let flight: JournalHub
  package let activity: Activity
  var rosters: Rosters { setting.rosters }
  let alarms = Locked(DeadlineHeap<Alarm>())
  let requestCount = Atomic<UInt64>(0)
  /// The carrier of the calls' audio; nil when the providers carry it.
  package let audio: (any HostSound)?
  /// The providers' audio configurations, by line.
  package let audioWishes = Locked<[LineID: [ProviderID: AudioSession.Configuration]]>([:])
  package let audioStates = AudioStateHub()
  let lineForIncoming: (@Sendable (IncomingCall, ProviderID) -> LineID?)?
  /// The judge of callers (I9).
  let judge: (@Sendable (CallerQuestion) -> CallerVerdict)?
  /// The source of the lines' standings; nil for a host that stands alone (K5).
  let standings: (any LineStandingSource)?
  /// The keeper of notes about calls.
  let recorder: (any HistoryRecorder)?
  /// The providers whose messages the flight recorder takes.
  let traced = Locked<Set<ProviderID>>([])
  /// The place of transports whose manifest demands none.
  let isolation: IsolationMode
  /// The runners of its transports.
  let runners = RunnerTable()
  /// The last search for transports.
  package let knownTransports = KnownTransports()

  init(clock: any HostClock, settings: HostSettings) {
    let activity = Activity()
    self.clock = clock
    self.activity = activity
    judge = settings.judge
    recorder = settings.recorder
    standings = settings.standings
    setting = LineSetting(isRecorded: settings.recorder != nil, hasStandings: settings.standings != nil)
    board = Locked(Board(settings, at: clock.now))
    journal = JournalHub(settings.journals, activity: activity)
    flight = JournalHub(settings.flightRecorder.map { [$0] } ?? [], activity: activity, endsAtGap: false)
    lineForIncoming = settings.lineForIncoming
    isolation = settings.isolation
    audio = settings.sound?.makeSound(clock: clock, activity: activity)
    clock.attach(self)
    audio?.serve(self)
  }

  var surroundings: LineState.Surroundings {
    LineState.Surroundings(now: clock.now, setting: setting)
  }

  /// Submits an input to a line; returns false when the line was forgotten.
  @discardableResult
  func submit(_ input: LineInput, to box: LineBox) -> Bool {
    submit([input], to: box)
  }

  /// Submits several inputs to a line, in order; returns false when the line was forgotten.
  @discardableResult
  func submit(_ inputs: consuming [LineInput], to box: LineBox) -> Bool {
    activity.enter()
    defer { activity.leave() }
    var inbox = LineInbox(consume inputs)
    switch box.submit(&inbox, surroundings) {
    case .queued: return true
    case .closed: return false
    case .step(let first):
      drain(box, from: first, &inbox)
      return true
    }
  }

  /// The loop that carries effects out, and asks the source of standings; see `LineBox`.
  private func drain(_ box: LineBox, from first: consuming LineStep, _ inputs: inout LineInbox) {
    var next = first
    while true {
      switch consume next {
      case .turn(let turn):
        carryOut(turn, of: box)
        next = box.next(&inputs, surroundings)
      case .ask(let addition):
        let answer = standings?.standing(of: box.id.rawValue, for: addition) ?? .mine
        next = box.next(&inputs, surroundings, answer: answer)
      case .rest: return
      }
    }
  }

  /// Gives a record that is no turn of a line to the journal and the flight recorder.
  func keep(_ body: JournalRecord.Body, at time: Instant) {
    journal.keep(body, at: time)
    flight.keep(body, at: time)
  }

  /// The times that a journal or the flight recorder could not keep what it got.
  package var journalFailureCount: Int { journal.failureCount + flight.failureCount }

  /// Returns when the flight recorder has all records so far.
  package func flushFlight() async { await flight.flush() }

  package func provider(_ id: ProviderID) -> ProviderBox? {
    providers.withLock { $0[id] }
  }

  /// The existing lines.
  var lines: [LineBox] { board.withLock { Array($0.lines.values) } }

  /// Returns the snapshot of a line, or of all lines with calls.
  package func snapshots(of line: LineID?) -> [LineSnapshot] {
    guard let line else { return lines.map(\.snapshot).filter { !$0.calls.isEmpty }.sorted { $0.line < $1.line } }
    return [board.withLock { $0.lines[line] }?.snapshot ?? Line(id: line).snapshot]
  }

  /// The numbers of the visible calls of all lines: they cost far less than the snapshots.
  package var callTally: CallTally {
    var tally = CallTally()
    for line in lines { line.count(in: &tally) }
    return tally
  }
}
