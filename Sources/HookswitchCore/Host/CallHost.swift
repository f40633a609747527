public import CallControl
public import Dispatch
internal import Locking

/// A host of calls and of the rules between them: the counterpart of the system under CallKit.
///
/// ```swift
/// let host = CallHost()
/// let provider = try host.register("office", delegate: myTransport)
/// let controller = CallController(host: host)
/// let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"))
/// ```
///
/// A host has lines (by default one, `main`), providers, and a clock. All functions may be called on any thread and do not block. The host
/// never calls your code under a lock, from inside your own call, or late because another line or provider is slow. Releasing the last
/// reference to a host retires its providers; `shutdown()` ends the calls first.
public final class CallHost: Sendable {
  package let core: HostCore

  /// Creates a host without providers.
  public init(clock: any HostClock = SystemHostClock.shared, settings: HostSettings = HostSettings()) {
    core = HostCore(clock: clock, settings: settings)
  }

  deinit {
    for id in core.providers.withLock({ Array($0.keys) }) { core.retire(id) }
    core.audio?.close()
  }

  /// The host's clock.
  public var clock: any HostClock { core.clock }

  // MARK: Lines

  /// The names of the existing lines, sorted; a line begins with its first request or call.
  public var lines: [LineID] { core.lines.map(\.id).sorted() }

  /// Returns a snapshot of a line; empty when the line does not exist.
  public func snapshot(of line: LineID = .main) -> LineSnapshot {
    core.snapshots(of: line)[0]
  }

  /// Returns the call with this id, on any line; nil when it is not visible.
  public func call(_ call: CallID) -> Call? {
    core.board.withLock { $0.line(of: call) }?.snapshot[call]
  }

  // MARK: Rest

  /// Returns when the host is at rest: no effect, delegate function or completion is under way.
  ///
  /// For tests with `VirtualClock`. It does not wait for the network, for tasks of your own, or for time to pass.
  public func settle() async {
    await core.settle()
  }

  /// Returns when the journal's sinks have written and flushed all entries so far.
  public func flushJournals() async {
    await core.journal.flush()
    await core.flight.flush()
  }
}

extension CallHost {
  /// Registers a provider; its delegate receives `providerDidBegin` first.
  ///
  /// The host keeps the delegate until the provider is invalidated or gets another delegate, or until the host is gone.
  /// `Provider(configuration:host:)` and `Provider.setDelegate` hold it weakly, as CallKit does.
  ///
  /// - Parameters:
  ///   - id: the provider's id at this host.
  ///   - configuration: the limits and capabilities; change them later through `Provider.configuration`.
  ///   - delegate: the delegate that carries actions out. The host calls it on a lane of its own, so a slow one delays no other provider.
  ///   - queue: the queue under that lane; nil for a thread of its own when there is work.
  ///   - isReady: true when the provider can place calls at once; otherwise requests wait until `Provider.reportReady()` (S8).
  ///   - restart: restarts the provider after `Provider.reportLost`; called on its lane after 0.5 s to 60 s, but not after three losses in
  ///     five minutes (P6).
  /// - Throws: `HostError`: `providerExists`, or `unusableRingtone` when the configuration's `ringtoneSound` cannot be read.
  public func register(
    _ id: ProviderID, configuration: ProviderConfiguration = ProviderConfiguration(), delegate: any ProviderDelegate,
    queue: DispatchQueue? = nil, isReady: Bool = true, restart: (@Sendable (Provider) -> Void)? = nil
  ) throws(HostError) -> Provider {
    if let problem = core.ringtoneProblem(configuration) { throw HostError(.unusableRingtone, id.rawValue, problem) }
    return try register(id, configuration, delegate, queue: queue, isReady: isReady, isDirect: false, restart: restart)
  }

  /// Registers a provider; with `isDirect`, the thread that drains a line calls the delegate.
  ///
  /// A direct delegate only queues what it receives and never waits. The host does not call its `execute`.
  package func register(
    _ id: ProviderID, _ configuration: ProviderConfiguration, _ delegate: any ProviderDelegate, queue: DispatchQueue?, isReady: Bool,
    isDirect: Bool, restart: (@Sendable (Provider) -> Void)?,
    close: (@Sendable (_ completion: @escaping @Sendable () -> Void) -> Void)? = nil
  ) throws(HostError) -> Provider {
    let provider = Provider(id: id, sink: core)
    let box = ProviderBox(
      provider, delegate: delegate, queue: queue, isDirect: isDirect, activity: core.activity, restart: restart, close: close)
    try core.add(box, configuration, isReady: isReady)
    return provider
  }

  /// Returns the provider with this id, if registered.
  public func provider(_ id: ProviderID) -> Provider? { core.provider(id)?.provider }

  /// The registered providers, in the order of registration, with their ability to place calls.
  public var providers: [Roster.Entry] { core.rosters.current.roster.entries }

  /// Returns a provider with its ability to place calls, in a time that does not grow with their number; nil for an unknown one.
  package func entry(of id: ProviderID) -> Roster.Entry? { core.rosters.current.roster[id] }

  /// Resets a provider: its delegate receives `providerDidReset`, and its calls end with the cause `reset` (P2).
  public func reset(_ provider: ProviderID) {
    core.reset(provider)
  }

  /// Lifts a provider's quarantine, and restarts it at once if it was registered with a `restart` (P6).
  public func pardon(_ provider: ProviderID) {
    core.changeRoster { $0.pardon(provider) }
    if let box = core.provider(provider) { core.restart(box) }
  }

  /// Returns the counts of a provider's misbehaviour.
  public func misbehaviour(of provider: ProviderID) -> MisbehaviourCount {
    core.provider(provider)?.misbehaviour.withLock { $0 } ?? MisbehaviourCount()
  }
}
