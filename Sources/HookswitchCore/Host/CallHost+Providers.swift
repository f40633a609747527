public import CallControl
public import Dispatch
internal import Locking

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
