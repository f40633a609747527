public import CallControl
public import Dispatch
internal import Locking

extension CallHost {
  /// Registers a provider; its delegate hears `providerDidBegin` before anything else.
  ///
  /// The delegate is kept until the provider is invalidated, gets another by `Provider.setDelegate`, or the host is gone.
  /// `Provider(configuration:host:)`
  /// and `Provider.setDelegate` hold it weakly, as CallKit does.
  ///
  /// - Parameters:
  ///   - id: its name at this host.
  ///   - configuration: what it is and can do; change it later through `Provider.configuration`.
  ///   - delegate: what carries its actions out. It is called on a lane of its own: whatever it takes its time with delays nobody else.
  ///   - queue: where that lane runs; nil: on a thread of its own when there is something to do.
  ///   - isReady: whether it can place calls at once; if not, requests wait until `Provider.reportReady()` (S8).
  ///   - restart: makes it anew after `Provider.reportLost`; called on its lane 0.5 s to 60 s after, but not when it was lost three times
  ///     in five
  ///     minutes (P6).
  /// - Throws: `HostError`: `providerExists`, or `unusableRingtone` when the configuration's `ringtoneSound` cannot be read.
  public func register(
    _ id: ProviderID, configuration: ProviderConfiguration = ProviderConfiguration(), delegate: any ProviderDelegate,
    queue: DispatchQueue? = nil, isReady: Bool = true, restart: (@Sendable (Provider) -> Void)? = nil
  ) throws(HostError) -> Provider {
    if let problem = core.ringtoneProblem(configuration) { throw HostError(.unusableRingtone, id.rawValue, problem) }
    return try register(id, configuration, delegate, queue: queue, isReady: isReady, isDirect: false, restart: restart)
  }

  /// Registers a provider whose delegate may be called by whoever drains a line (`isDirect`).
  ///
  /// It promises to put things into a queue of its own and never to wait. It is not asked to `execute`.
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

  /// The provider of that name; nil when none is registered.
  public func provider(_ id: ProviderID) -> Provider? { core.provider(id)?.provider }

  /// The registered providers, in the order in which they came, and whether they can place calls.
  public var providers: [Roster.Entry] { core.rosters.current.roster.entries }

  /// Has a provider forget all its calls: its delegate hears `providerDidReset`, its calls end with the cause `reset` (P2).
  public func reset(_ provider: ProviderID) {
    core.reset(provider)
  }

  /// Lets a provider in quarantine try again, and has it made anew at once if it was registered with a `restart` (P6).
  public func pardon(_ provider: ProviderID) {
    core.changeRoster { $0.pardon(provider) }
    if let box = core.provider(provider) { core.restart(box) }
  }

  /// How often a provider said what was not to be obeyed.
  public func misbehaviour(of provider: ProviderID) -> MisbehaviourCount {
    core.provider(provider)?.misbehaviour.withLock { $0 } ?? MisbehaviourCount()
  }
}
