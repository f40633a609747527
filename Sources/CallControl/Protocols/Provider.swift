public import FoundationEssentials

/// A telephony provider's connection to the host: the provider reports to the host, and its delegate receives actions.
///
/// After [`CXProvider`](https://developer.apple.com/documentation/callkit/cxprovider). `Provider(configuration:host:)` and
/// `setDelegate(_:queue:)` create one as CallKit does; `CallHost.register` does both in one step. All functions may be called on any thread
/// and return without waiting. The host counts, journals and ignores reports about unknown calls (P4).
public final class Provider: Sendable {
  /// The provider's id at the host.
  public let id: ProviderID
  /// The host's side of the provider.
  package let sink: any ProviderSink

  /// Creates a provider; only the host does this.
  package init(id: ProviderID, sink: any ProviderSink) {
    self.id = id
    self.sink = sink
  }

  /// The configuration in force; assign to it to change it.
  ///
  /// Calls in progress stay as they are (P5).
  public var configuration: ProviderConfiguration {
    get { sink.configuration(of: id) }
    set { sink.configure(id, newValue) }
  }

  /// The delegate's unanswered transactions, oldest first.
  public var pendingTransactions: [Transaction] { sink.pendingTransactions(of: id) }

  /// Returns the delegate's unanswered actions of one kind about `call`.
  public func pendingCallActions<Action: CallAction>(of type: Action.Type, withCall call: UUID) -> [Action] {
    pendingTransactions.flatMap(\.actions).compactMap { $0 as? Action }.filter { $0.callUUID == call }
  }

  /// Returns the id of a new incoming call, to report it with.
  package func newCall(to localHandle: Handle?) -> CallID { sink.newCall(from: id, to: localHandle) }

  /// Reports an incoming call.
  ///
  /// Returns when the call is shown; its Answer may come before that.
  /// - Throws: `CallError` with the rule that refused it (I1, I8); reject the call on the network.
  public func reportNewIncomingCall(with call: UUID, update: CallUpdate) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      reportNewIncomingCall(with: call, update: update) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Reports an incoming call; `completion` receives nil when it is shown, or the rule that refused it (I1, I8).
  public func reportNewIncomingCall(
    with call: UUID, update: CallUpdate, completion: @escaping @Sendable (CallError?) -> Void
  ) {
    sink.receive(IncomingCall(call: call, update: update), from: id, verdict: completion)
  }

  /// Reports an incoming call with further facts: a line, a call that it replaces.
  public func reportNewIncomingCall(_ incoming: IncomingCall, completion: @escaping @Sendable (CallError?) -> Void) {
    sink.receive(incoming, from: id, verdict: completion)
  }

  /// Updates a call; only the fields that are set change anything (I7).
  public func reportCall(with call: UUID, updated update: CallUpdate) {
    report(.updated(update), of: call)
  }

  /// Reports that a call ended by itself; unknown calls are ignored.
  public func reportCall(with call: UUID, endedAt date: Date? = nil, reason: EndReason, error: TransportError? = nil) {
    report(.ended(reason, error), of: call, at: date)
  }

  /// Reports that an outgoing call is connecting: the far end rings.
  public func reportOutgoingCall(with call: UUID, startedConnectingAt date: Date? = nil) {
    report(.startedConnecting, of: call, at: date)
  }

  /// Reports that an outgoing call was answered: both sides can talk.
  public func reportOutgoingCall(with call: UUID, connectedAt date: Date? = nil) {
    report(.connected, of: call, at: date)
  }

  /// Reports anything else about a call: a hold by the network or the far end, a transfer's progress, received tones.
  public func report(_ report: CallReport, of call: UUID, at date: Date? = nil) {
    sink.receive(.report(call, report, at: date.map(sink.instant(of:))), from: id)
  }

  /// Configures the audio of a call's line; call it in `perform`, before fulfilling the action.
  ///
  /// The host ignores another provider's call, and counts it as misbehaviour (P4).
  public func configureAudio(_ configuration: AudioSession.Configuration, for call: UUID) {
    sink.configureAudio(configuration, for: call, of: id)
  }

  /// Reports several messages at once, in order, such as those of one turn of a transport's loop.
  public func report(_ words: [ProviderWord]) {
    sink.receive(words, from: id)
  }

  /// Reports that the provider can place calls.
  public func reportReady() {
    sink.receive(.ready, from: id)
  }

  /// Reports that the provider cannot place calls for now; calls in progress go on, new ones wait for their Start deadline (S8).
  public func reportNotReady(_ error: TransportError? = nil) {
    sink.receive(.notReady(error), from: id)
  }

  /// Reports that the provider forgot all its calls and actions (P2).
  public func reportReset(_ error: TransportError? = nil) {
    sink.receive(.reset(error), from: id)
  }

  /// Reports that the provider is gone; all its calls end at once (P1).
  public func reportLost(_ error: TransportError? = nil) {
    sink.receive(.lost(error), from: id)
  }

  /// Retires the provider: its calls end as failed, and its delegate is not called again (P2).
  public func invalidate() {
    sink.invalidate(id)
  }
}

extension Provider {
  /// The name that the host logs when a delegate does not implement whole transactions.
  package static let executeFunction = "provider(_:execute:)"

  /// Fails an action that the delegate does not implement, and reports the missing function to the host.
  func lacks(_ action: some CallAction) {
    sink.noteMissing("provider(_:perform: \(Swift.type(of: action)))", of: id)
    action.fail(.unimplemented)
  }

  /// Reports to the host that the delegate does not implement whole transactions.
  func lacksExecute() {
    sink.noteMissing(Self.executeFunction, of: id)
  }
}
