public import FoundationEssentials

/// A telephony provider's way to the host: reports go up, actions come down to its delegate.
///
/// After [`CXProvider`](https://developer.apple.com/documentation/callkit/cxprovider). `Provider(configuration:host:)` and
/// `setDelegate(_:queue:)` make one as CallKit does; `CallHost.register` does both in one step. All functions may be called on any
/// thread; they forward a word and return at once. Words about calls that the host does not know are counted, journalled and
/// ignored (P4).
public final class Provider: Sendable {
  /// Its name at the host.
  public let id: ProviderID
  /// The host's side of it.
  package let sink: any ProviderSink

  /// Ties a name to the host that keeps it; the host does this.
  package init(id: ProviderID, sink: any ProviderSink) {
    self.id = id
    self.sink = sink
  }

  /// The configuration in force; assign to change it.
  ///
  /// Calls that are up stay as they are (P5).
  public var configuration: ProviderConfiguration {
    get { sink.configuration(of: id) }
    set { sink.configure(id, newValue) }
  }

  /// What the delegate was asked and has not answered, oldest first.
  public var pendingTransactions: [Transaction] { sink.pendingTransactions(of: id) }

  /// What the delegate was asked about `call` and has not answered, of one kind of action.
  public func pendingCallActions<Action: CallAction>(of type: Action.Type, withCall call: UUID) -> [Action] {
    pendingTransactions.flatMap(\.actions).compactMap { $0 as? Action }.filter { $0.callUUID == call }
  }

  /// Announces an incoming call.
  ///
  /// Returns when the call is shown; the answer may come before that.
  /// - Throws: `CallError` with the rule that refused it (I1, I8): the provider rejects the call on its network.
  public func reportNewIncomingCall(with call: UUID, update: CallUpdate) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      reportNewIncomingCall(with: call, update: update) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Announces an incoming call; `completion` gets nil when it is shown, or the rule that refused it (I1, I8).
  public func reportNewIncomingCall(
    with call: UUID, update: CallUpdate, completion: @escaping @Sendable (CallError?) -> Void
  ) {
    sink.receive(IncomingCall(call: call, update: update), from: id, verdict: completion)
  }

  /// Announces an incoming call with all that a provider may know of it: a line, a call that it replaces.
  public func reportNewIncomingCall(_ incoming: IncomingCall, completion: @escaping @Sendable (CallError?) -> Void) {
    sink.receive(incoming, from: id, verdict: completion)
  }

  /// Changes what is known of a call; only the fields that are set change anything (I7).
  public func reportCall(with call: UUID, updated update: CallUpdate) {
    report(.updated(update), of: call)
  }

  /// Says that a call ended for a cause that is not ours; unknown calls are ignored.
  public func reportCall(with call: UUID, endedAt date: Date? = nil, reason: EndReason, error: TransportError? = nil) {
    report(.ended(reason, error), of: call, at: date)
  }

  /// Says that an outgoing call is connecting: the far end rings.
  public func reportOutgoingCall(with call: UUID, startedConnectingAt date: Date? = nil) {
    report(.startedConnecting, of: call, at: date)
  }

  /// Says that an outgoing call was answered: both sides can talk.
  public func reportOutgoingCall(with call: UUID, connectedAt date: Date? = nil) {
    report(.connected, of: call, at: date)
  }

  /// Says anything else about a call: held or resumed by the network or the far end, a transfer's progress, tones heard.
  public func report(_ report: CallReport, of call: UUID, at date: Date? = nil) {
    sink.receive(.report(call, report, at: date.map(sink.instant(of:))), from: id)
  }

  /// Says what is wanted of the audio of the line that `call` is on; for `perform`, before its action is fulfilled.
  ///
  /// Of a call that is not this provider's it is ignored, and counted as misbehaviour (P4).
  public func configureAudio(_ configuration: AudioSession.Configuration, for call: UUID) {
    sink.configureAudio(configuration, for: call, of: id)
  }

  /// Says several things at once, in order; what a transport's loop turn brought.
  public func report(_ words: [ProviderWord]) {
    sink.receive(words, from: id)
  }

  /// Says that calls can be placed from now on.
  public func reportReady() {
    sink.receive(.ready, from: id)
  }

  /// Says that no call can be placed for now; calls that are up go on, new ones wait for their Start deadline (S8).
  public func reportNotReady(_ error: TransportError? = nil) {
    sink.receive(.notReady(error), from: id)
  }

  /// Says that all calls and actions of the provider are forgotten (P2).
  public func reportReset(_ error: TransportError? = nil) {
    sink.receive(.reset(error), from: id)
  }

  /// Says that the provider is gone: all its calls end at once (P1).
  public func reportLost(_ error: TransportError? = nil) {
    sink.receive(.lost(error), from: id)
  }

  /// Retires the provider: its calls end as failed, its delegate hears nothing more (P2).
  public func invalidate() {
    sink.invalidate(id)
  }
}

extension Provider {
  /// The name under which the host hears that a delegate takes no whole transactions.
  package static let executeFunction = "provider(_:execute:)"

  /// Fails an action that the delegate has no function for, and tells the host which function is missing.
  func lacks(_ action: some CallAction) {
    sink.noteMissing("provider(_:perform: \(Swift.type(of: action)))", of: id)
    action.fail(.unimplemented)
  }

  /// Tells the host that the delegate leaves transactions to the functions for single actions.
  func lacksExecute() {
    sink.noteMissing(Self.executeFunction, of: id)
  }
}
