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
  /// The id is the configuration's `localizedName`, or `provider` if that is empty, with a number appended if it is taken. The host keeps
  /// the provider until `invalidate()`.
  ///
  /// Set the delegate before you report a call. Until then the provider is not ready, so calls through it wait (S8); other actions fail at
  /// once with an entry in the host's log, and notices are lost. A ringtone that cannot be read is only logged; `CallHost.register` throws.
  public convenience init(configuration: ProviderConfiguration, host: CallHost) {
    let core = host.core
    let base = configuration.localizedName.isEmpty ? "provider" : configuration.localizedName
    self.init(id: core.claimName(base), sink: core)
    let box = ProviderBox(self, delegate: nil, queue: nil, isDirect: false, activity: core.activity)
    // The id was claimed for this provider, so it is free.
    try? core.add(box, configuration, isReady: false, isClaimed: true)
    core.claimedNames.withLock { [id] in _ = $0.remove(id) }
    core.noteRingtone(of: id, configuration)
  }

  /// Registers a provider under an id of your choice.
  ///
  /// - Throws: `HostError`: `providerExists`, or `unusableRingtone` when the configuration's `ringtoneSound` cannot be read.
  public convenience init(_ id: ProviderID, configuration: ProviderConfiguration, host: CallHost) throws(HostError) {
    let core = host.core
    self.init(id: id, sink: core)
    if let problem = core.ringtoneProblem(configuration) { throw HostError(.unusableRingtone, id.rawValue, problem) }
    try core.add(ProviderBox(self, delegate: nil, queue: nil, isDirect: false, activity: core.activity), configuration, isReady: false)
  }

  /// Sets the delegate that carries the provider's actions out, or none.
  ///
  /// The host holds the delegate weakly, as CallKit does: keep a reference to it. It receives `providerDidBegin` first, and then the
  /// provider is ready. You can set another delegate at any time, also during calls: it receives the actions that its predecessor had not
  /// received, and answers only those; the two are never called at once. Without a delegate, actions fail at once (`notSupported`) with an
  /// entry in the host's log, and new calls wait (S8). A loaded transport's provider keeps its own delegate.
  ///
  /// - Parameters:
  ///   - delegate: the new delegate, or nil.
  ///   - queue: the queue for its functions, one after another; nil for a thread of the provider's own. (CallKit uses the main queue then:
  ///     pass `.main` for it.)
  public func setDelegate(_ delegate: (any ProviderDelegate)?, queue: DispatchQueue? = nil) {
    (sink as? HostCore)?.setDelegate(delegate.map { .seen(WeakDelegate($0)) } ?? .none, queue: queue, of: self)
  }
}
