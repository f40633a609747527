public import CallControl
public import Dispatch
internal import FoundationEssentials

/// Sends the requests of a person or a program to a host: start, answer, end, hold, and others.
///
/// After [`CXCallController`](https://developer.apple.com/documentation/callkit/cxcallcontroller). The host judges a request at once: it
/// accepts it, or refuses it with the reason and the calls in the way. Accepted is not performed: `PendingRequest` has both results, and
/// that of each action. All functions may be called on any thread.
public final class CallController: Sendable {
  /// The host.
  public let host: CallHost
  /// The line for new calls; other requests go to the line of their calls.
  public let line: LineID
  /// The provider for new calls; nil for the first registered one that takes the kind of handle.
  public let provider: ProviderID?
  /// The observer of the line's calls; for `each`, of all calls.
  public let callObserver: CallObserver
  private let queue: DispatchQueue

  /// Creates a controller for a line.
  ///
  /// - Parameters:
  ///   - host: the host.
  ///   - line: the line for new calls.
  ///   - provider: the provider for new calls; nil for the first registered one that takes the kind of handle.
  ///   - queue: the queue for completions; nil for a serial queue of the controller's own.
  public init(host: CallHost, line: LineID = .main, provider: ProviderID? = nil, queue: DispatchQueue? = nil) {
    self.host = host
    self.line = line
    self.provider = provider
    self.queue = queue ?? DispatchQueue(label: "hookswitch.controller")
    callObserver = CallObserver(host: host, line: line == .each ? nil : line)
  }

  /// Requests a transaction; returns when it is accepted.
  ///
  /// - Parameters:
  ///   - transaction: the actions.
  ///   - provider: the provider for its new calls, in place of the controller's.
  ///   - origin: the requester. A `user` may end calls by answering another; a `client` may not (A6).
  /// - Throws: `CallError` with the reason for the refusal; nothing was changed or sent.
  @discardableResult
  public func request(_ transaction: Transaction, through provider: ProviderID? = nil, origin: Origin = .user) async throws(CallError)
    -> PendingRequest
  {
    let request = submit(transaction, through: provider, origin: origin)
    try await request.accepted()
    return request
  }

  /// Requests a transaction; `completion` receives nil when it is accepted (not yet performed), or the error.
  public func request(_ transaction: Transaction, origin: Origin = .user, completion: @escaping @Sendable (CallError?) -> Void) {
    submit(transaction, origin: origin) { [queue, activity = host.core.activity] news in
      let error: CallError?
      switch news {
      case .accepted: error = nil
      case .refused(let refusal): error = refusal
      case .alreadyEnded, .performed, .done, .failed: return
      }
      activity.enter()
      queue.async {
        completion(error)
        activity.leave()
      }
    }
  }

  /// Requests several actions as one transaction; returns when it is accepted.
  @discardableResult
  public func requestTransaction(with actions: [any CallAction], origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await request(Transaction(actions: actions), origin: origin)
  }

  /// Requests one action; returns when it is accepted.
  @discardableResult
  public func requestTransaction(with action: any CallAction, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await request(Transaction(action: action), origin: origin)
  }

  /// Requests several actions as one transaction; `completion` receives nil when it is accepted, or the error.
  public func requestTransaction(
    with actions: [any CallAction], origin: Origin = .user, completion: @escaping @Sendable (CallError?) -> Void
  ) {
    request(Transaction(actions: actions), origin: origin, completion: completion)
  }

  /// Requests one action; `completion` receives nil when it is accepted, or the error.
  public func requestTransaction(
    with action: any CallAction, origin: Origin = .user, completion: @escaping @Sendable (CallError?) -> Void
  ) {
    request(Transaction(action: action), origin: origin, completion: completion)
  }

  /// Requests a transaction without waiting, even for the judgement; see `PendingRequest.accepted`.
  @discardableResult
  public func submit(_ transaction: Transaction, through provider: ProviderID? = nil, origin: Origin = .user) -> PendingRequest {
    submit(transaction, through: provider, origin: origin, listener: nil)
  }

  /// Requests a transaction without waiting; `listener` receives its news on the deciding thread, and must not block.
  @discardableResult
  package func submit(
    _ transaction: Transaction, through provider: ProviderID? = nil, origin: Origin = .user,
    listener: (@Sendable (RequestNews) -> Void)?
  ) -> PendingRequest {
    let names = transaction.actions.map(\.uuid)
    if let refused = unentitled(origin, actions: names, listener: listener) { return refused }
    let actions = transaction.actions.map { requested($0, through: provider ?? self.provider) }
    return host.core.request(.transaction(actions), origin: origin, line: line, actions: names, listener: listener)
  }

  /// Requests an operation without waiting; `listener` receives its news on the deciding thread, after its changes, and must not block.
  @discardableResult
  package func submit(_ body: RequestBody, origin: Origin = .user, listener: (@Sendable (RequestNews) -> Void)? = nil) -> PendingRequest {
    let names = body.freshNames
    return unentitled(origin, actions: names, listener: listener)
      ?? host.core.request(body, origin: origin, line: line, actions: names, listener: listener)
  }

  /// Refuses origins that are reserved for the host and its providers; returns nil for others.
  private func unentitled(_ origin: Origin, actions: [UUID], listener: (@Sendable (RequestNews) -> Void)?) -> PendingRequest? {
    switch origin {
    case .user, .client: return nil
    case .host, .provider:
      let request = PendingRequest(id: RequestID(rawValue: 0), line: line, actions: actions, listener: listener)
      request.tell(.refused(CallError(.unentitled)))
      return request
    }
  }

  /// Converts an action for the core.
  private func requested(_ action: any CallAction, through provider: ProviderID?) -> RequestedAction {
    let call = action.callUUID
    switch action.operation {
    case .start(let details): return .start(call, provider: provider ?? host.core.provider(taking: details.handle), details)
    case .answer: return .answer(call, (action as? AnswerCallAction)?.choice ?? .automatic)
    case let operation: return .perform(operation, on: call)
    }
  }
}

extension HostCore {
  /// Returns the first provider that takes this kind of handle, else the first of all, which the rules then refuse.
  package func provider(taking handle: Handle) -> ProviderID {
    let roster = rosters.current.roster
    let taking = roster.firstName { $0.configuration.supportedHandleTypes?.contains(handle.type) ?? true }
    return taking ?? roster.firstName { _ in true } ?? ProviderID(rawValue: "")
  }
}
