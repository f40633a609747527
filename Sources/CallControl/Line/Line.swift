/// One line: the calls that compete for a person's attention, and all the rules between them.
///
/// A pure value: told events and the time, it answers with effects, and does nothing else. It never waits, reads a clock, locks, or calls
/// anybody; the same events give the same effects, always. Whoever owns it calls `receive` for one event at a time, carries the effects
/// out in order, **all of them before the next event**, and comes back at `nextDeadline` with `tick`.
public struct Line: Hashable, Sendable {
  /// Its name.
  public let id: LineID
  var table: CallTable
  var plans: [Plan] = []
  var queue: [Plan] = []
  /// Requests that wait for their provider to be ready (S8), with the time when they have waited long enough.
  var aside: [AsideRequest] = []
  var pending: [Pending] = []
  /// Starts and Answers whose calls have gone on by their providers' reports, and that are not answered themselves (P4).
  var implied: [Pending] = []
  var departed: [Departed] = []
  var screenings: [Screening] = []
  var asks: [TransferAsk] = []
  var audioOwners: [ProviderID] = []
  var frontEnd: FrontEnd?
  /// How a call that may have had the audio left the front, until the audio is settled.
  var audioLeft: AudioReason?
  var doNotDisturb = false
  /// Why and when the audio changed hands last; nothing in the rules looks at it.
  var audioReason: AudioReason?
  var audioSince = Instant.zero
  var now = Instant.zero
  var revision: UInt64 = 0
  var commandCount: UInt64 = 0
  var planCount: UInt64 = 0

  /// What a swap, a merge or a split under way has changed, as it was before: that is what observers see until it is done.
  var withheld: [Withheld] = []

  // Of one `receive`; empty in between.
  var effects: [LineEffect] = []
  var isDirty = false

  /// A line without calls.
  public init(id: LineID, policy: LinePolicy = LinePolicy(), roster: Roster = Roster()) {
    self.id = id
    table = CallTable(policy: policy, roster: roster)
  }

  /// Tells the line something, at a time; returns what must now happen, in order.
  ///
  /// Time never runs backwards: an earlier `now` than the last counts as the last. Deadlines that are due fire first, so that a deadline
  /// comes
  /// before a provider's word of the same instant.
  public mutating func receive(_ event: LineEvent, at now: Instant) -> [LineEffect] {
    self.now = max(now, self.now)
    effects.reserveCapacity(6)
    let before = withheld.isEmpty ? nil : snapshot
    fireDeadlines()
    handle(event)
    pump()
    fireDeadlines()
    // A hundred thousand lines mostly wait: what they keep for requests and commands in flight is worth more than the allocations that it
    // saves.
    if pending.isEmpty { pending = [] }
    if plans.isEmpty { plans = [] }
    if queue.isEmpty { queue = [] }
    if !withheld.isEmpty { publishWhatIsSettled() }
    // While something is withheld a change may be one that nobody can see.
    if let before, isDirty { isDirty = snapshot != before }
    if isDirty {
      revision += 1
      isDirty = false
      effects.append(.changed(revision: revision))
    }
    defer { effects = [] }
    return effects
  }

  /// When `tick` must come next if nothing else does; nil: nothing is awaited.
  public var nextDeadline: Instant? { earliestDeadline }

  /// Whether nothing is there and nothing is under way, so that the line may be forgotten.
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
    case .roster(let roster): adopt(roster)
    case .lost(let provider, let loss, let roster): lose(provider, loss, roster)
    case .doNotDisturb(let value): doNotDisturb = value; isDirty = true
    case .policy(let policy): table.policy = policy; isDirty = true
    case .tick: break
    }
  }

  mutating func emit(_ effect: LineEffect) {
    effects.append(effect)
  }
}
