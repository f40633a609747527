/// The host's state that spans lines: used call ids, registered providers, the block list, and losses of providers.
///
/// A pure value like `Line`, asked before it.
public struct Switchboard: Sendable {
  /// The time for which a UUID stays used after its call has ended (S7).
  static let memory = Duration.seconds(86_400)
  /// The limit on remembered ended calls, which bounds a busy host's memory.
  static let memoryLimit = 1_000_000
  /// The number of losses within `lossWindow` that quarantines a provider (P6).
  static let losses = 3
  static let lossWindow = Duration.seconds(300)
  /// The time before a quarantined provider is tried again, which doubles up to a limit (P7).
  static let trials = (first: Duration.seconds(60), longest: Duration.seconds(900))
  /// The time for which a quarantined provider must be ready until its quarantine ends (P7).
  static let trial = Duration.seconds(60)

  /// The rules for comparing handles.
  public var handles = HandleRegistry() {
    didSet {
      blocked = HandleList(blocked.handles, registry: handles)
      admitted = HandleList(admitted.handles, registry: handles)
    }
  }
  /// The registered providers.
  public private(set) var roster = Roster()
  /// The blocked callers (I1).
  public var blockList: [Handle] { blocked.handles }
  /// The roster's edition, which rises by one with each change.
  package private(set) var rosterEdition: UInt64 = 0
  /// The callers that do-not-disturb lets through.
  public var letThrough: [Handle] {
    get { admitted.handles }
    set { admitted = HandleList(newValue, registry: handles) }
  }

  /// The block list as a cheap copy, so that a host reads it without holding its lock.
  package private(set) var blocked = HandleList()
  private var admitted = HandleList()
  private var live: [CallID: LineID] = [:]
  private var used = UsedCalls()
  private var usedInOrder: [(call: CallID, until: Instant)] = []
  private var usedHead = 0
  private var lossTimes: [ProviderID: [Instant]] = [:]
  private var recoveries: [ProviderID: Recovery] = [:]

  /// The trials of a provider in quarantine (P7).
  private struct Recovery {
    /// The number of trials so far.
    var trials = 0
    /// The time since which it has been ready.
    var readySince: Instant?
  }

  /// True while the host takes no new incoming calls (I11).
  private var isDraining = false
  /// The providers that take no new incoming calls (I11).
  private var drainingProviders: Set<ProviderID> = []

  /// Creates a switchboard without providers or calls.
  public init() {}

  // MARK: Calls

  /// Returns the line of a call that is live or ended within the last day.
  public func line(of call: CallID) -> LineID? {
    live[call] ?? used[call]?.line
  }

  /// Returns true for a day after a call has ended or was refused.
  public func hasEnded(_ call: CallID) -> Bool {
    used[call] != nil
  }

  /// Returns true while a UUID is live, and for a day after its call (S7).
  public mutating func isTaken(_ call: CallID, at now: Instant) -> Bool {
    if live[call] != nil { return true }
    forgetOld(now)
    return used[call] != nil
  }

  /// Claims a UUID for a call on a line; returns false when it is taken.
  public mutating func claim(_ call: CallID, on line: LineID, at now: Instant) -> Bool {
    if isTaken(call, at: now) { return false }
    live[call] = line
    return true
  }

  /// Releases the UUID of a refused request, as if never used (V6).
  public mutating func release(_ call: CallID) {
    live[call] = nil
  }

  /// Retires the UUID of a call that ended or was refused; it stays used for a day.
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

  /// Returns true when a caller is on the block list.
  public func isBlocked(_ handle: Handle) -> Bool {
    blocked.contains(handle, registry: handles)
  }

  /// Returns the facts that a line needs about an incoming call (I1).
  ///
  /// - Parameters:
  ///   - incoming: the call as its provider announces it.
  ///   - provider: the provider; nil when it does not matter.
  ///   - now: the time.
  public mutating func facts(of incoming: IncomingCall, from provider: ProviderID? = nil, at now: Instant) -> IncomingFacts {
    var facts = IncomingFacts()
    facts.isDraining = isDraining || provider.map(drainingProviders.contains) ?? false
    facts.isTaken = isTaken(incoming.call, at: now)
    if let handle = incoming.update.remoteHandle {
      facts.isBlocked = isBlocked(handle)
      facts.isLetThrough = admitted.contains(handle, registry: handles)
    }
    return facts
  }

  /// Sets whether the host takes no new incoming calls, or one provider of it (I11).
  package mutating func setDraining(_ isOn: Bool, _ provider: ProviderID?) {
    guard let provider else { return isDraining = isOn }
    if isOn { drainingProviders.insert(provider) } else { drainingProviders.remove(provider) }
  }

  // MARK: Providers

  /// Registers a provider, ready or not; a known id is a returning provider.
  public mutating func register(_ id: ProviderID, _ configuration: ProviderConfiguration, isReady: Bool) {
    roster.set(Roster.Entry(id: id, configuration: configuration, standing: isReady ? .ready : .notReady))
    rosterEdition += 1
  }

  /// Replaces a provider's configuration (P5).
  public mutating func configure(_ id: ProviderID, _ configuration: ProviderConfiguration) {
    update(id) { $0.configuration = configuration }
  }

  /// Sets whether a provider takes its part of a transaction in one piece (X5).
  package mutating func setOffersTransactions(_ id: ProviderID, _ isOffered: Bool) {
    update(id) { $0.offersTransactions = isOffered }
  }

  /// Sets whether a provider is tried again by itself after a quarantine (P7).
  package mutating func setRecovers(_ id: ProviderID, _ recovers: Bool) {
    update(id) { $0.recovers = recovers }
  }

  /// Sets whether a provider can place calls; returns the time after which `endQuarantine` may end its quarantine (P7).
  package mutating func setReady(_ id: ProviderID, _ isReady: Bool, at now: Instant) -> Duration? {
    setReady(id, isReady)
    guard roster.standing(of: id) == .quarantined, roster.recovers(id) else { return nil }
    let isNew = recoveries[id]?.readySince == nil
    recoveries[id, default: Recovery()].readySince = isReady ? recoveries[id]?.readySince ?? now : nil
    return isReady && isNew ? Self.trial : nil
  }

  /// Ends the quarantine of a provider that has been ready for long enough (P7).
  package mutating func endQuarantine(_ id: ProviderID, at now: Instant) {
    guard roster.standing(of: id) == .quarantined, let since = recoveries[id]?.readySince, since.duration(to: now) >= Self.trial else {
      return
    }
    pardon(id)
    update(id) { $0.standing = .ready }
  }

  /// Lets an emergency call wait for a lost or quarantined provider; returns true when the host must restart it at once (P7).
  package mutating func hurry(_ id: ProviderID) -> Bool {
    guard roster.recovers(id), let standing = roster.standing(of: id), standing != .ready else { return false }
    // The losses still count: the next one puts it back into quarantine.
    let isReady = recoveries[id]?.readySince != nil
    if standing == .quarantined { update(id) { $0.standing = isReady ? .ready : .notReady } }
    return !isReady
  }

  /// Sets whether a provider can place calls; one in quarantine stays there.
  public mutating func setReady(_ id: ProviderID, _ isReady: Bool) {
    update(id) { if $0.standing != .quarantined { $0.standing = isReady ? .ready : .notReady } }
  }

  /// Records a provider's loss: it is not ready until it returns, and is quarantined after too many losses (P1, P6).
  ///
  /// Returns the delay before a restart; nil when the host must not restart it. One that recovers is tried again later (P7).
  public mutating func lose(_ id: ProviderID, at now: Instant) -> Duration? {
    guard roster.contains(id) else { return nil }
    var times = lossTimes[id, default: []].filter { $0.duration(to: now) <= Self.lossWindow }
    times.append(now)
    lossTimes[id] = times
    if times.count >= Self.losses || roster.standing(of: id) == .quarantined && roster.recovers(id) {
      update(id) { $0.standing = .quarantined }
      guard roster.recovers(id) else { return nil }
      let trials = recoveries[id]?.trials ?? 0
      recoveries[id] = Recovery(trials: trials + 1)
      return min(Self.trials.first * (1 << min(trials, 8)), Self.trials.longest)
    }
    update(id) { if $0.standing != .quarantined { $0.standing = .notReady } }
    return min(.milliseconds(500) * (1 << (times.count - 1)), .seconds(60))
  }

  /// Lifts a provider's quarantine, at an operator's request.
  public mutating func pardon(_ id: ProviderID) {
    lossTimes[id] = nil
    recoveries[id] = nil
    update(id) { if $0.standing == .quarantined { $0.standing = .notReady } }
  }

  /// Removes a retired provider; it is unknown from then on (P2).
  public mutating func remove(_ id: ProviderID) {
    if roster.remove(id) { rosterEdition += 1 }
    lossTimes[id] = nil
    recoveries[id] = nil
  }

  private mutating func update(_ id: ProviderID, _ change: (inout Roster.Entry) -> Void) {
    if roster.update(id, change) { rosterEdition += 1 }
  }
}
