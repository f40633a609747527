/// A line: calls that compete for a person's attention, and all the rules between them.
///
/// A pure value: it receives events and the time, and returns effects. It never waits, reads a clock, locks, or calls out; the same events
/// always give the same effects. Its owner calls `receive` for one event at a time, carries the effects out in order, **all of them before
/// the next event**, and calls it with `tick` at `nextDeadline`.
public struct Line: Hashable, Sendable {
  /// The line's id.
  public let id: LineID
  var table: CallTable
  var plans: [Plan] = []
  var queue: [Plan] = []
  /// Requests that wait for their provider to be ready (S8), each with its deadline.
  var aside: [AsideRequest] = []
  var pending: [Pending] = []
  /// Starts and Answers that reports implied before their answers came (P4).
  var implied: [Pending] = []
  var departed: [Departed] = []
  var screenings: [Screening] = []
  var asks: [TransferAsk] = []
  var audioOwners: [ProviderID] = []
  var frontEnd: FrontEnd?
  /// The reason for which a call with audio left the front; kept until the audio is settled.
  var audioLeft: AudioReason?
  var doNotDisturb = false
  /// The reason and the time of the last change of audio; no rule reads them.
  var audioReason: AudioReason?
  var audioSince = Instant.zero
  var now = Instant.zero
  var revision: UInt64 = 0
  var commandCount: UInt64 = 0
  var planCount: UInt64 = 0

  /// The former state of calls in a swap, merge or split under way, which observers see until it is done.
  var withheld: [Withheld] = []

  // These belong to one `receive`, and are empty in between.
  var effects: [LineEffect] = []
  var isDirty = false

  /// Creates a line without calls.
  public init(id: LineID, policy: LinePolicy = LinePolicy(), roster: Roster = Roster()) {
    self.id = id
    table = CallTable(policy: policy, roster: roster)
  }

  /// Receives an event at a time, and returns the effects in order.
  ///
  /// Time never runs backwards: an earlier `now` than the last counts as the last. Due deadlines fire first, so a deadline comes before a
  /// provider's message of the same instant.
  public mutating func receive(_ event: LineEvent, at now: Instant) -> [LineEffect] {
    self.now = max(now, self.now)
    effects.reserveCapacity(8)
    let before = withheld.isEmpty ? nil : snapshot
    fireDeadlines()
    handle(event)
    pump()
    fireDeadlines()
    // Most of a hundred thousand lines are idle: freeing this memory is worth later allocations.
    if pending.isEmpty { pending = [] }
    if plans.isEmpty { plans = [] }
    if queue.isEmpty { queue = [] }
    if !withheld.isEmpty { publishWhatIsSettled() }
    // While calls are withheld, a change may be invisible.
    if let before, isDirty { isDirty = snapshot != before }
    if isDirty {
      revision += 1
      isDirty = false
      effects.append(.changed(revision: revision))
    }
    defer { effects = [] }
    return effects
  }

  /// The time when `tick` must come; nil when no deadline is pending.
  public var nextDeadline: Instant? { earliestDeadline }

  /// True when the line has no calls and no work, so that its owner may forget it.
  public var isIdle: Bool {
    table.legs.isEmpty && plans.isEmpty && queue.isEmpty && aside.isEmpty && pending.isEmpty && screenings.isEmpty
  }

  private mutating func handle(_ event: LineEvent) {
    switch event {
    case .request(let request, let facts): receive(request, facts)
    case .fulfilled(let provider, let ref, let time): fulfilled(ref, by: provider, at: time)
    case .failed(let provider, let ref, let failure): failed(ref, failure, by: provider)
    case .notAsked(let provider, let ref): notAsked(ref, by: provider)
    case .incoming(let provider, let incoming, let facts): receive(incoming, from: provider, facts)
    case .report(let provider, let call, let report, let time): receive(report, of: call, from: provider, at: time)
    case .screened(let screener, let call, let verdict, let caller): receive(verdict, on: call, by: screener, caller)
    case .silence(let call): silence(call)
    case .roster(let roster): adopt(roster)
    case .lost(let provider, let loss, let roster): lose(provider, loss, roster)
    case .doNotDisturb(let value): doNotDisturb = value; isDirty = true
    case .policy(let policy): table.policy = policy; isDirty = true
    case .standing(let standing): take(standing)
    case .tick: break
    }
  }

  mutating func emit(_ effect: LineEffect) {
    effects.append(effect)
  }
}

/// A command that was sent and is not answered.
struct Pending: Hashable, Sendable {
  let provider: ProviderID
  var command: ProviderCommand
}

/// The way in which the front group ended, which decides what follows (E3, E4).
enum FrontEnd: Hashable, Sendable {
  /// An End on this side.
  case local
  /// An end by the far end, a failure, or the provider's loss.
  case remote
}

/// A call that screeners are being asked about (I8).
struct Screening: Hashable, Sendable {
  let call: CallID
  /// The screeners that have not answered, in the policy's order.
  var open: [ScreenerID]
  var strictest = ScreenVerdict.continue
  /// The caller's identity, by the screener that gave it.
  var callers: [ScreenerID: ScreenedCaller] = [:]
  let deadline: Instant
  /// The deadlines of the screeners that have one of their own.
  var ownDeadlines: [ScreenerID: Instant] = [:]

  /// Returns the time at which a screener's verdict is `continue`.
  func deadline(of screener: ScreenerID) -> Instant { ownDeadlines[screener] ?? deadline }

  /// The earliest deadline of a screener that has not answered.
  var nextDeadline: Instant { open.map { deadline(of: $0) }.min() ?? deadline }
}

/// A far end's request that we call another party (R3).
struct TransferAsk: Hashable, Sendable {
  let call: CallID
  let handle: Handle
  let newCall: CallID
  /// The time when it is refused without a decision; nil once it is granted.
  var deadline: Instant?
}

/// A request whose Start waits for its provider to become ready (S8).
struct AsideRequest: Hashable, Sendable {
  var plan: Plan
  let provider: ProviderID
  let deadline: Instant
}

/// A line's memory of an ended call, enough to recognize a late report about it.
struct Departed: Hashable, Sendable {
  /// The number of calls remembered; a late report about an older one counts as unknown, and T3 does not apply to it.
  static let limit = 32

  let call: CallID
  let provider: ProviderID
  /// True when the host ended the call, so that it must not come to life again (T3).
  let byHost: Bool
  /// The Start or Answer that a report implied before its answer came; a late answer to it revives nothing (P4).
  let implied: CommandID?
  /// True when the call was ever shown; only then does an End of it succeed (E1).
  let wasShown: Bool
  /// The error of requests about it from now on (X7).
  let error: CallError.Code
}
