package import CallControl
package import CallStore
internal import Dispatch
internal import FoundationEssentials
internal import HookMetrics
package import HookswitchCore
package import HostSurface
internal import Locking
internal import StrictJSON
internal import Synchronization

#if HOOKSWITCH_SOUND
  internal import MediaStreams
#endif

/// A host's answers to every method of the table, for the peers of all doors.
///
/// It listens to the host on the threads that drain the lines, and keeps their changes in one log that all subscriptions read. All functions
/// may be called on any thread.
package final class HostService: Service {
  /// The host.
  package let host: CallHost
  package let settings: ServiceSettings
  let state: Locked<ServiceState>
  let roll = Locked(CallRoll())
  let tallies = Locked<[ProviderID: ProviderTally]>([:])
  let programs = Locked(ProgramTable())
  let recordings = RecordingTable()
  #if HOOKSWITCH_SOUND
    /// The calls' audio in other programs.
    let streams: MediaStreams
  #endif
  /// The answers to the methods of memory.
  let memory: MemoryMethods
  private let keeper = Locked<MemoryKeeper?>(nil)
  private let directoryKeeper = Locked<DirectoryKeeper?>(nil)
  /// The grants of the configuration.
  private let configured: Locked<[AccessGrant]>
  /// The peers that the configuration lets say that a person makes their requests.
  private let users: Locked<Set<String>>
  /// The persons of the configuration who may have sessions.
  let people: Locked<[String: SessionPerson]>
  let levels: LevelSampler
  let pages: PageClock
  /// True since the first page of calls; a look without pages costs little.
  let hasPages = Atomic<Bool>(false)
  /// The methods that peers called, for the metrics.
  let controls = Locked(ControlCounts())
  /// The times of the memory's transactions, for the metrics.
  let storeTimes = Locked(Histogram(Histogram.storeWrite))
  /// The transports of providers as the metrics know them.
  let transportNames = Locked<[ProviderID: String]>([:])
  /// The time of the service's creation.
  let started: SurfaceTime
  private let listener = Locked<DirectListener?>(nil)
  private let known = Locked<WallClock?>(nil)
  private let announcer = DispatchQueue(label: "hookswitch.service")
  private let isAnnouncing = Atomic<Bool>(false)

  /// Creates a service for a host; create it before the host's first provider, so that no change is missed.
  ///
  /// - Parameters:
  ///   - host: the host.
  ///   - settings: the owner, the version and the functions of the program around the host.
  package init(_ host: CallHost, _ settings: ServiceSettings) {
    self.host = host
    self.settings = settings
    #if HOOKSWITCH_SOUND
      streams = MediaStreams(host)
    #endif
    memory = MemoryMethods(store: settings.store)
    configured = Locked(settings.grants)
    users = Locked(settings.users)
    people = Locked(settings.people)
    levels = LevelSampler(host.clock)
    pages = PageClock(host.clock)
    started = SurfaceTime(milliseconds: Int64((host.clock.date(of: host.clock.now).timeIntervalSince1970 * 1_000).rounded()))
    state = Locked(ServiceState(epoch: settings.epoch))
    host.clock.attach(self)
    host.clock.attach(levels)
    host.clock.attach(pages)
    listener.withLock { $0 = DirectListener(host, news: { [weak self] in self?.take($0) }) }
    setState(.running)
    if let place = settings.directories {
      let directories = DirectoryKeeper(
        place, store: settings.store, alarm: settings.alarm?(), receivers: directoryReceivers)
      directoryKeeper.withLock { $0 = directories }
      settings.store?.setDirectory(directories)
    }
    guard let store = settings.store else { return }
    store.onTransaction { [storeTimes] time in storeTimes.withLock { $0.add(time / .seconds(1)) } }
    let receivers = MemoryKeeper.Receivers(
      news: { [weak self] in self?.take($0) }, doNotDisturb: { [weak self] in self?.follow($0) })
    keeper.withLock { $0 = MemoryKeeper(store, alarm: settings.alarm?(), receivers: receivers) }
    // The memory may have been damaged, or read only, when it was opened.
    note(store.standing)
  }

  /// Ends the service: its sessions get `goodbye`, and the memory is looked after no more.
  ///
  /// - Parameter reason: the reason that clients get.
  package func end(because reason: String = "stopping") {
    setState(.stopping)
    #if HOOKSWITCH_SOUND
      streams.close()
    #endif
    endSessions(because: reason)
    directories?.close()
    // The store and the directories keep each other.
    settings.store?.setDirectory(nil)
    keeper.withLock { keeper in
      keeper?.close()
      keeper = nil
    }
  }

  deinit {
    listener.withLock { $0 }?.stop(host)
  }

  /// The call directories; nil in a host that has none.
  var directories: DirectoryKeeper? { directoryKeeper.withLock { $0 } }

  // MARK: Time

  /// The difference by which the time of day must move before the service follows it, in nanoseconds.
  ///
  /// Each reading of both clocks has a small error; without a threshold the same instant would have several times.
  private static let smallestStep: Int64 = 50_000_000

  /// The relation of the host's clock to the time of day.
  var wallClock: WallClock {
    let now = host.clock.now
    let date = host.clock.date(of: now).timeIntervalSince1970
    let offset = Int64((date * 1_000).rounded()) * 1_000_000 - now.nanoseconds
    return known.withLock { known in
      if let known, abs(known.offset - offset) < Self.smallestStep { return known }
      let new = WallClock(offset: offset)
      known = new
      return new
    }
  }

  /// The time of day.
  var time: SurfaceTime { time(of: host.clock.now) }

  func time(of instant: Instant) -> SurfaceTime { wallClock.time(of: instant) }

  /// The grants in force: those of the configuration, and those of the store.
  private var grants: [AccessGrant] { configured.withLock { $0 } + ((try? settings.store?.grants()) ?? []) }

  /// Replaces the grants of the configuration, also for open sessions.
  ///
  /// - Parameters:
  ///   - new: the new grants.
  ///   - users: the peers that may say that a person makes their requests (A6), besides the owner and root.
  ///   - people: the persons who may have sessions; sessions that are open keep their role.
  package func setGrants(_ new: [AccessGrant], users: Set<String> = [], people: [String: SessionPerson] = [:]) {
    configured.withLock { $0 = new }
    self.people.withLock { $0 = people }
    self.users.withLock { $0 = users }
    grantsChanged()
  }

  /// Changes the retention of the memory, and applies it in the background.
  ///
  /// - Parameters:
  ///   - days: the days for which the history keeps calls; 0 for no limit.
  ///   - calls: the number of calls that the history keeps; 0 for no limit.
  package func setRetention(days: Int, calls: Int) {
    settings.store?.setRetention(days: days, calls: calls)
    keeper.withLock { $0 }?.retentionChanged()
  }

  /// Returns true when a person consented that a peer uses a name as a provider (`provide`) or a screener (`screen`).
  ///
  /// Without consent the store remembers the question, so that `access.list` shows it as pending. The host's own program needs none.
  func consents(_ peer: Peer, _ right: Right, _ name: String) -> Bool {
    if peer.door == .text { return true }
    let mine = grants.filter { peer.names.contains($0.peer) && ($0.asked == nil || $0.granted != nil) }
    let isGranted = mine.contains { grant in
      let isRight = grant.rights.contains { GrantedRight(parsing: $0)?.right == right }
      return isRight && grant.registrations?.contains(name) ?? true
    }
    if !isGranted, let asker = peer.names.first {
      _ = try? settings.store?.notePending(asker, rights: [right.rawValue], names: [name])
      settings.surroundings.askPerson?(asker, right, name)
    }
    return isGranted
  }

  // MARK: Sessions

  /// Opens a session.
  package func open(_ peer: Peer, wake: @escaping @Sendable () -> Void) -> any ServiceSession {
    let rights = rights(of: peer, grants)
    let number = state.withLock { $0.open(SessionState(peer, rights, wake: wake)) }
    return HostSession(self, number)
  }

  private func rights(of peer: Peer, _ grants: [AccessGrant]) -> PeerRights {
    PeerRights(
      of: peer, owner: settings.owner, isSystem: settings.isSystem, grants: grants, users: users.withLock { $0 })
  }

  func close(_ session: Int) {
    let (wasOpen, ended) = state.withLock { state -> (Bool, Int?) in
      state.dropWaiters(of: session)
      guard let old = state.sessions.removeValue(forKey: session) else { return (false, nil) }
      guard let number = old.rights.session?.number, state.people.endsWithConnection(number) else { return (true, nil) }
      return (true, state.people.end(number) ? number : nil)
    }
    if let ended { endMessages(of: ended) }
    if wasOpen {
      releasePrograms(of: session)
      settings.router?.unwatch(session: session, watch: nil)
    }
  }

  /// Ends every session with `goodbye`.
  ///
  /// - Parameter reason: the reason that clients get: `stopping`.
  package func endSessions(because reason: String) {
    let wakes = state.withLock { state in
      for number in state.sessions.keys { state.sessions[number]?.end(because: reason, after: state.log.sequence) }
      return state.wakes()
    }
    for wake in wakes { wake() }
  }

  /// Works the rights of all sessions out again, after a change of the grants.
  package func grantsChanged() {
    let grants = grants
    state.withLock { state in
      for (number, session) in state.sessions {
        state.sessions[number]?.take(rights(of: session.peer, grants))
      }
    }
  }

  // MARK: Events

  /// Changes the log, and then wakes the sessions that may have notifications.
  func publish(_ change: (inout ServiceState) -> Void) {
    state.withLock { change(&$0) }
    announce()
  }

  /// Wakes the sessions on the announcer's queue, once for all changes until then: a line's thread wakes nobody itself.
  func announce() {
    if isAnnouncing.exchange(true, ordering: .acquiringAndReleasing) { return }
    announcer.async { [self] in
      isAnnouncing.store(false, ordering: .sequentiallyConsistent)
      for wake in state.withLock({ $0.wakes() }) { wake() }
    }
  }

  /// Sends answers and wakes sessions; call it without a lock.
  func send(_ answers: [ServiceAnswer], waking told: [Int] = []) {
    for answer in answers { answer.send() }
    for session in told { for wake in state.withLock({ $0.wakes(of: session) }) { wake() } }
  }

  /// Changes the state of the host, and tells its subscribers.
  package func setState(_ new: HostState) {
    let time = time
    state.withLock { state in
      guard state.standing.state != new || state.standing.since.milliseconds == 0 else { return }
      state.standing.state = new
      state.standing.since = time
    }
    tellStatus()
  }

  /// Adds a problem, or replaces one of the same code and subject; without a message the problem is over.
  ///
  /// - Parameters:
  ///   - code: the kind of fault.
  ///   - subject: the provider, file or other thing.
  ///   - message: the fault and the remedy; nil when it is over.
  package func setProblem(_ code: String, _ subject: String, _ message: String?) {
    let time = time
    let hasChanged = state.withLock { state in
      let known = state.standing.problems.first { $0.code == code && $0.subject == subject }
      guard known != nil || message != nil else { return false }
      state.standing.problems.removeAll { $0.code == code && $0.subject == subject }
      if let message { state.standing.problems.append(HostProblem(code, subject, message, since: known?.since ?? time)) }
      return true
    }
    if hasChanged { tellStatus() }
  }

  /// The state of the host, made at its first reading: it counts the calls of all lines, and changes again before most readings.
  var statusContent: StateContent { StateContent { [weak self] in self?.status() ?? .object([]) } }

  /// Publishes the value of topic `host`.
  package func tellStatus() {
    let content = statusContent
    publish { $0.log.set(StateKey(.host, "host"), to: content) }
  }
}

extension HostService: ClockClient {
  /// The next time-out of a peer that waits, or the end of a trace of messages.
  package var nextDeadline: Instant? { state.withLock { $0.nextDeadlineOfAll } }

  /// Answers the peers whose time-out has passed, and ends traces of messages.
  package func timeCame() {
    let now = host.clock.now
    let (due, ended, next) = state.withLock { ($0.expire(at: now), $0.messages.takeDue(at: now), $0.nextDeadlineOfAll) }
    apply(ended)
    send(due.answers)
    for watcher in due.watchers { watcher.resume() }
    if let next { host.clock.wake(self, noLaterThan: next) }
  }

  /// Returns when the sessions have been woken for all changes so far.
  package func settle() async {
    await withCheckedContinuation { continuation in announcer.async { continuation.resume() } }
  }
}
