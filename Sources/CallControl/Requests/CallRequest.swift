/// A request to a line: judged on arrival, planned when its turn comes (X6).
public struct CallRequest: Hashable, Codable, Sendable {
  /// The request's id, minted by the requester and unique on the line.
  public let id: RequestID
  /// The origin of the request.
  public let origin: Origin
  /// The name of the person or program that asks, for journals and the history; nil for an unnamed one.
  ///
  /// No rule reads it.
  public let actor: String?
  /// The content of the request.
  public let body: RequestBody

  /// Creates a request.
  public init(id: RequestID, origin: Origin, actor: String? = nil, body: RequestBody) {
    self.id = id
    self.origin = origin
    self.actor = actor
    self.body = body
  }
}

/// The title of a request in the journal: the kind and call of its first action.
public struct RequestTitle: Hashable, Codable, Sendable {
  /// The first action's kind, or a request's own name when it has no action.
  public var word: String
  /// The first action's call, if any.
  public var call: CallID?

  /// Creates a title.
  public init(_ word: String, _ call: CallID?) {
    self.word = word
    self.call = call
  }
}

/// The content of a request.
public enum RequestBody: Hashable, Codable, Sendable {
  /// Ordered actions as one transaction.
  case transaction([RequestedAction])
  /// End every member of a call's group, side by side (E7).
  case endGroup(CallID)
  /// Hold the front group and resume the most recently held one (H4).
  case swap
  /// Merge the whole groups of the named calls (G1, G2).
  case merge([CallID])
  /// Continue a call's tones after a `;` (M2).
  case continueDTMF(CallID)
  /// Grant a far end's transfer request (R3); its report gave the new call's id.
  case acceptTransfer(CallID)
  /// Deny a far end's transfer request (R3).
  case refuseTransfer(CallID)

  /// The calls that the request starts.
  package var startedCalls: [CallID] {
    guard case .transaction(let actions) = self else { return [] }
    return actions.compactMap { $0.kind == .start ? $0.call : nil }
  }

  /// The calls that the request starts, answers or ends.
  package var decidedCalls: [CallID] {
    switch self {
    case .transaction(let actions): actions.filter { [.start, .answer, .end].contains($0.kind) }.map(\.call)
    case .endGroup(let call): [call]
    case .swap, .merge, .continueDTMF, .acceptTransfer, .refuseTransfer: []
    }
  }

  /// The calls that the request needs; calls that it starts are not among them.
  package var namedCalls: [CallID] {
    switch self {
    case .transaction(let actions):
      actions.flatMap { action in [action.kind == .start ? nil : action.call, action.operation.otherCall].compactMap(\.self) }
    case .merge(let calls): calls
    case .endGroup(let call), .continueDTMF(let call), .acceptTransfer(let call), .refuseTransfer(let call): [call]
    case .swap: []
    }
  }
}
