public import CallControl
public import Dispatch
internal import Locking

extension Provider {
  /// Registers a provider with a host, as `CXProvider(configuration:)` does with the system.
  ///
  /// ```swift
  /// let provider = Provider(configuration: configuration, host: host)
  /// provider.setDelegate(delegate, queue: nil)
  /// ```
  ///
  /// Its `id` is the configuration's `localizedName`, with a number behind it where the host has one of that name; `provider` where the
  /// name is empty. The host keeps the
  /// provider until `invalidate()`.
  ///
  /// Set the delegate before you report a call. Until then the provider is not ready, so that calls through it wait (S8). Any other action
  /// fails at once, and notices
  /// are lost: the delegate that comes later hears of neither. The host's log says so. A ringtone that cannot be read is told there too;
  /// `CallHost.register` throws it.
  public convenience init(configuration: ProviderConfiguration, host: CallHost) {
    let core = host.core
    let base = configuration.localizedName.isEmpty ? "provider" : configuration.localizedName
    self.init(id: core.claimName(base), sink: core)
    let box = ProviderBox(self, delegate: nil, queue: nil, isDirect: false, activity: core.activity)
    // The name was claimed for this provider, so nobody else has it.
    try? core.add(box, configuration, isReady: false, isClaimed: true)
    core.claimedNames.withLock { [id] in _ = $0.remove(id) }
    core.noteRingtone(of: id, configuration)
  }

  /// Registers a provider under a name of your choice.
  ///
  /// - Throws: `HostError`: `providerExists`, or `unusableRingtone` when the configuration's `ringtoneSound` cannot be read.
  public convenience init(_ id: ProviderID, configuration: ProviderConfiguration, host: CallHost) throws(HostError) {
    let core = host.core
    self.init(id: id, sink: core)
    if let problem = core.ringtoneProblem(configuration) { throw HostError(.unusableRingtone, id.rawValue, problem) }
    try core.add(ProviderBox(self, delegate: nil, queue: nil, isDirect: false, activity: core.activity), configuration, isReady: false)
  }

  /// Names who carries the provider's actions out from now on; nil: nobody.
  ///
  /// The delegate is held weakly, as CallKit does: keep a reference to it. It hears `providerDidBegin` first, and the provider is ready
  /// from then on. It may be set again at any
  /// time, also while calls are up: the new delegate gets every action that its predecessor had not been given, and answers only those; the
  /// two are never called at
  /// once. Without a delegate, or when it is gone, actions fail at once (`notSupported`), new calls wait (S8), and the host's log says so.
  /// The provider of a loaded
  /// transport keeps its own delegate.
  ///
  /// - Parameters:
  ///   - delegate: what carries the actions out.
  ///   - queue: where its functions are called, one after another; nil: on a thread of the provider's own. (CallKit takes the main queue
  ///     then: pass `.main` for it.)
  public func setDelegate(_ delegate: (any ProviderDelegate)?, queue: DispatchQueue? = nil) {
    (sink as? HostCore)?.setDelegate(delegate.map { .seen(WeakDelegate($0)) } ?? .none, queue: queue, of: self)
  }
}
