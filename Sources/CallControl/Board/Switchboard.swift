/// What spans lines: which UUIDs are used, who is registered, who is blocked, and how often a provider was lost.
///
/// A pure value like `Line`, and asked before it: each function says what to tell which line.
public struct Switchboard: Sendable {
  /// How long a UUID stays used after its call has ended (S7).
  static let memory = Duration.seconds(86_400)
  /// How many ended calls are remembered at the most, so that a busy host does not grow for a day.
  static let memoryLimit = 1_000_000
  /// How many losses, in how long a time, put a provider into quarantine (P6).
  static let losses = 3
  static let lossWindow = Duration.seconds(300)

  /// How handles are compared.
  public var handles = HandleRegistry() {
    didSet {
      blocked = HandleList(blocked.handles, registry: handles)
      admitted = HandleList(admitted.handles, registry: handles)
    }
  }
  /// The registered providers.
  public private(set) var roster = Roster()
  /// Callers that are refused (I1).
  public var blockList: [Handle] { blocked.handles }
  /// The edition of the roster: one more after each change.
  package private(set) var rosterEdition: UInt64 = 0
  /// Callers that do-not-disturb lets through.
  public var letThrough: [Handle] {
    get { admitted.handles }
    set { admitted = HandleList(newValue, registry: handles) }
  }

  /// The block list as a value that is cheap to copy, so that a host reads it out without holding its lock.
  package private(set) var blocked = HandleList()
  private var admitted = HandleList()
  private var live: [CallID: LineID] = [:]
  private var used = UsedCalls()
  private var usedInOrder: [(call: CallID, until: Instant)] = []
  private var usedHead = 0
  private var lossTimes: [ProviderID: [Instant]] = [:]

  /// A switchboard without providers or calls.
  public init() {}

  // MARK: Calls

  /// The line that a call is on, or was on within the last day; nil when it is unknown.
  public func line(of call: CallID) -> LineID? {
    live[call] ?? used[call]?.line
  }

  /// Whether a UUID is live, or was used within the last day (S7).
  public mutating func isTaken(_ call: CallID, at now: Instant) -> Bool {
    if live[call] != nil { return true }
    forgetOld(now)
    return used[call] != nil
  }

  /// Takes a UUID for a call on a line; false when it is taken already.
  public mutating func claim(_ call: CallID, on line: LineID, at now: Instant) -> Bool {
    if isTaken(call, at: now) { return false }
    live[call] = line
    return true
  }

  /// Gives a UUID back that was claimed for a request which was refused: it was never used (V6).
  public mutating func release(_ call: CallID) {
    live[call] = nil
  }

  /// A call has ended, or was refused: its UUID stays used for a day.
  public mutating func retire(_ call: CallID, at now: Instant) {
    guard let line = live.removeValue(forKey: call) else { return }
    used[call] = UsedCall(line: line)
    usedInOrder.append((call, now.advanced(by: Self.memory)))
    forgetOld(now)
  }

  private mutating func forgetOld(_ now: Instant) {
    while usedHead < usedInOrder.count, usedInOrder[usedHead].until < now || usedInOrder.count - usedHead > Self.memoryLimit {
      used[usedInOrder[usedHead].call] = nil
      usedHead += 1
    }
    if usedHead > 1_024 && usedHead * 2 > usedInOrder.count {
      usedInOrder.removeFirst(usedHead)
      usedHead = 0
    }
  }

  // MARK: Callers

  /// Blocks a caller.
  public mutating func block(_ handle: Handle) {
    if !isBlocked(handle) { blocked.insert(handle, registry: handles) }
  }

  /// Unblocks a caller.
  public mutating func unblock(_ handle: Handle) {
    blocked.remove(handle, registry: handles)
  }

  /// Whether a caller is on the block list.
  public func isBlocked(_ handle: Handle) -> Bool {
    blocked.contains(handle, registry: handles)
  }

  /// What a line must know of an incoming call (I1).
  public mutating func facts(of incoming: IncomingCall, at now: Instant) -> IncomingFacts {
    var facts = IncomingFacts()
    facts.isTaken = isTaken(incoming.call, at: now)
    if let handle = incoming.update.remoteHandle {
      facts.isBlocked = isBlocked(handle)
      facts.isLetThrough = admitted.contains(handle, registry: handles)
    }
    return facts
  }

  // MARK: Providers

  /// Registers a provider, ready or not; a known name is a provider come back.
  public mutating func register(_ id: ProviderID, _ configuration: ProviderConfiguration, isReady: Bool) {
    roster.set(Roster.Entry(id: id, configuration: configuration, standing: isReady ? .ready : .notReady))
    rosterEdition += 1
  }

  /// Puts another configuration in force (P5).
  public mutating func configure(_ id: ProviderID, _ configuration: ProviderConfiguration) {
    update(id) { $0.configuration = configuration }
  }

  /// Offers a provider its part of a transaction in one piece from now on, or no longer (X5).
  package mutating func setOffersTransactions(_ id: ProviderID, _ isOffered: Bool) {
    update(id) { $0.offersTransactions = isOffered }
  }

  /// A provider can, or cannot, place calls; one in quarantine stays there.
  public mutating func setReady(_ id: ProviderID, _ isReady: Bool) {
    update(id) { if $0.standing != .quarantined { $0.standing = isReady ? .ready : .notReady } }
  }

  /// A provider was lost: not ready until it is back, and in quarantine when that was once too often (P1, P6).
  ///
  /// Returns how long to wait before it is started again; nil: not by itself.
  public mutating func lose(_ id: ProviderID, at now: Instant) -> Duration? {
    guard roster.contains(id) else { return nil }
    var times = lossTimes[id, default: []].filter { $0.duration(to: now) <= Self.lossWindow }
    times.append(now)
    lossTimes[id] = times
    if times.count >= Self.losses {
      update(id) { $0.standing = .quarantined }
      return nil
    }
    update(id) { if $0.standing != .quarantined { $0.standing = .notReady } }
    return min(.milliseconds(500) * (1 << (times.count - 1)), .seconds(60))
  }

  /// An operator says that a provider in quarantine may try again.
  public mutating func pardon(_ id: ProviderID) {
    lossTimes[id] = nil
    update(id) { if $0.standing == .quarantined { $0.standing = .notReady } }
  }

  /// A provider was retired: unknown from then on (P2).
  public mutating func remove(_ id: ProviderID) {
    if roster.remove(id) { rosterEdition += 1 }
    lossTimes[id] = nil
  }

  private mutating func update(_ id: ProviderID, _ change: (inout Roster.Entry) -> Void) {
    if roster.update(id, change) { rosterEdition += 1 }
  }
}
