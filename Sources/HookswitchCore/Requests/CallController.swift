public import CallControl
public import Dispatch
internal import FoundationEssentials

/// Asks a host for what a person or a program wants: start, answer, end, hold, and the rest.
///
/// After [`CXCallController`](https://developer.apple.com/documentation/callkit/cxcallcontroller). A request is judged at once: refused, with the reason
/// and the calls that stand in the way, or accepted. Accepted is not yet performed: `PendingRequest` tells both, and each action's own result
/// beside. All functions may be called on any thread.
public final class CallController: Sendable {
  /// The host that is asked.
  public let host: CallHost
  /// The line on which calls are started; all else finds the line of its calls.
  public let line: LineID
  /// The provider through which calls are started; nil: the first registered one that takes handles of the kind.
  public let provider: ProviderID?
  /// Sees the calls of the line; of a controller of `each`, all calls.
  public let callObserver: CallObserver
  private let queue: DispatchQueue

  /// Makes a controller for a line.
  ///
  /// - Parameters:
  ///   - host: the host that is asked.
  ///   - line: the line on which calls are started.
  ///   - provider: the one through which calls are started; nil: the first registered one that takes handles of the kind.
  ///   - queue: where completions are called; nil: on a serial queue of the controller's own.
  public init(host: CallHost, line: LineID = .main, provider: ProviderID? = nil, queue: DispatchQueue? = nil) {
    self.host = host
    self.line = line
    self.provider = provider
    self.queue = queue ?? DispatchQueue(label: "hookswitch.controller")
    callObserver = CallObserver(host: host, line: line == .each ? nil : line)
  }

  /// Asks for a transaction; returns when it was accepted.
  ///
  /// - Parameters:
  ///   - transaction: the actions.
  ///   - provider: the one through which its calls are started, where that is not the controller's.
  ///   - origin: who asks. A `user` may end calls by answering another; a `client` may not (A6).
  /// - Throws: `CallError`, why it was refused: nothing was changed, nothing was sent.
  @discardableResult
  public func request(_ transaction: Transaction, through provider: ProviderID? = nil, origin: Origin = .user) async throws(CallError)
    -> PendingRequest
  {
    let request = submit(transaction, through: provider, origin: origin)
    try await request.accepted()
    return request
  }

  /// Asks for a transaction; `completion` gets nil when it was accepted (not yet performed), or why it was refused.
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

  /// Asks for several actions as one transaction; returns when it was accepted.
  @discardableResult
  public func requestTransaction(with actions: [any CallAction], origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await request(Transaction(actions: actions), origin: origin)
  }

  /// Asks for one action; returns when it was accepted.
  @discardableResult
  public func requestTransaction(with action: any CallAction, origin: Origin = .user) async throws(CallError) -> PendingRequest {
    try await request(Transaction(action: action), origin: origin)
  }

  /// Asks for several actions as one transaction; `completion` gets nil when it was accepted, or why it was refused.
  public func requestTransaction(
    with actions: [any CallAction], origin: Origin = .user, completion: @escaping @Sendable (CallError?) -> Void
  ) {
    request(Transaction(actions: actions), origin: origin, completion: completion)
  }

  /// Asks for one action; `completion` gets nil when it was accepted, or why it was refused.
  public func requestTransaction(
    with action: any CallAction, origin: Origin = .user, completion: @escaping @Sendable (CallError?) -> Void
  ) {
    request(Transaction(action: action), origin: origin, completion: completion)
  }

  /// Asks without waiting, even for the judgement: see `PendingRequest.accepted`.
  @discardableResult
  public func submit(_ transaction: Transaction, through provider: ProviderID? = nil, origin: Origin = .user) -> PendingRequest {
    submit(transaction, through: provider, origin: origin, listener: nil)
  }

  /// Asks without waiting; `listener` hears all that becomes of it on whatever thread decides it, and must not block.
  @discardableResult
  package func submit(
    _ transaction: Transaction, through provider: ProviderID? = nil, origin: Origin = .user,
    listener: (@Sendable (RequestNews) -> Void)?
  ) -> PendingRequest {
    let names = transaction.actions.map(\.uuid)
    if let refused = unentitled(origin, actions: names, listener: listener) { return refused }
    var actions: [RequestedAction] = []
    for action in transaction.actions {
      guard let asked = requested(action, through: provider ?? self.provider) else {
        // An action of nobody's kind can be judged by no rule.
        let request = PendingRequest(id: RequestID(rawValue: 0), line: line, actions: names, listener: listener)
        request.tell(.refused(CallError(.invalidAction, [action.callUUID])))
        return request
      }
      actions.append(asked)
    }
    return host.core.request(.transaction(actions), origin: origin, line: line, actions: names, listener: listener)
  }

  /// A request that nobody but the host itself and its providers may make: refused; nil for any other.
  func unentitled(_ origin: Origin, actions: [UUID], listener: (@Sendable (RequestNews) -> Void)?) -> PendingRequest? {
    switch origin {
    case .user, .client: return nil
    case .host, .provider:
      let request = PendingRequest(id: RequestID(rawValue: 0), line: line, actions: actions, listener: listener)
      request.tell(.refused(CallError(.unentitled)))
      return request
    }
  }

  /// An action as the core takes it; nil: it is none of ours.
  private func requested(_ action: any CallAction, through provider: ProviderID?) -> RequestedAction? {
    let call = action.callUUID
    switch action {
    case let action as StartCallAction:
      let details = StartDetails(handle: action.handle, isVideo: action.isVideo, contactIdentifier: action.contactIdentifier)
      return .start(call, provider: provider ?? host.core.provider(taking: action.handle), details)
    case let action as EndCallAction: return .end(call, action.decline)
    case let action as AnswerCallAction: return .answer(call, action.choice)
    case let action as SetHeldCallAction: return .setHeld(call, action.isOnHold)
    case let action as SetMutedCallAction: return .setMuted(call, action.isMuted)
    case let action as SetGroupCallAction: return .setGroup(call, with: action.callUUIDToGroupWith)
    case let action as PlayDTMFCallAction: return .playDTMF(call, action.digits)
    case let action as TransferCallAction: return .transfer(call, action.target)
    default: return nil
    }
  }
}

extension HostCore {
  /// The first provider that takes handles of this kind, else the first of all; the rules say what is wrong with it.
  fileprivate func provider(taking handle: Handle) -> ProviderID {
    let roster = rosters.current.roster
    let taking = roster.firstName { $0.configuration.supportedHandleTypes?.contains(handle.type) ?? true }
    return taking ?? roster.firstName { _ in true } ?? ProviderID(rawValue: "")
  }
}
