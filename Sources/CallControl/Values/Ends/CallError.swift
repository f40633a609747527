public import FoundationEssentials

/// An error of a request or an incoming call that was refused, or of an accepted request that failed.
public struct CallError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The rule that was violated.
  public enum Code: String, Codable, Sendable, CaseIterable {
    /// The transaction has no action (X1).
    case emptyTransaction
    /// No provider with this id is registered (S7).
    case unknownCallProvider
    /// The provider is in quarantine, or was not ready in time (S8, P6).
    case providerUnavailable
    /// The call is unknown, or has ended (A12).
    case unknownCallUUID
    /// The UUID is live or was used within the last day (S7, I1).
    case callUUIDAlreadyExists
    /// The action makes no sense in the call's state.
    case invalidAction
    /// The provider does not take this kind of handle (S7).
    case unsupportedHandle
    /// The call cannot be held (H2).
    case holdingUnsupported
    /// Neither a provider nor the host can bridge the calls (G2, G4).
    case groupingUnsupported
    /// A call that must be held first cannot be held, or the hold failed (S3, A4, H5).
    case cannotHold
    /// All groups of the line or of the provider are in use (S6, A3).
    case maximumCallGroupsReached
    /// The group would have more calls than allowed (G3).
    case maximumCallsPerCallGroupReached
    /// An outgoing call is not yet connected (S4).
    case outgoingCallInProgress
    /// A call is ringing (S5).
    case ringingCallPresent
    /// A call is being answered (A8).
    case answerInProgress
    /// Only a person may end calls by answering another (A6).
    case wouldEndCalls
    /// The call or its provider cannot transfer (R1).
    case transferUnsupported
    /// An emergency call is under way (Y3).
    case emergencyInProgress
    /// An action before this one failed, or the call is gone (X3, X7).
    case transactionAborted
    /// The provider did not answer in time (T).
    case timedOut
    /// The provider failed the action, and no rule names another error.
    case actionFailed
    /// The provider does not implement the action (P3).
    case notSupported
    /// The provider was lost (P1).
    case providerLost
    /// The requester lacks the right to do this.
    case unentitled
    /// The call is protected from the requester.
    case callIsProtected
    /// An incoming call is on the block list (I1).
    case filteredByBlockList
    /// Do-not-disturb is on, and the caller is not let through (I1).
    case filteredByDoNotDisturb
    /// A screener blocked an incoming call (I8).
    case filteredByScreener
    /// The limit on ringing calls is reached (I1, I3).
    case maximumRingingCallsReached
  }

  /// The rule that was violated.
  public var code: Code
  /// The calls that stand in the way, if the rule is about other calls; else the requested call.
  public var calls: [CallID]
  /// The transport's error, when that is the reason.
  public var transport: TransportError? {
    get { details?.value.transport }
    set { change { $0.transport = newValue } }
  }
  /// The provider, if the rule is about one.
  public var provider: ProviderID? {
    get { details?.value.provider }
    set { change { $0.provider = newValue } }
  }
  /// The kinds of handle that the provider takes, for `unsupportedHandle`.
  public var handleKinds: [Handle.Kind]? {
    get { details?.value.handleKinds }
    set { change { $0.handleKinds = newValue } }
  }

  /// The rare members.
  private struct Details: Hashable, Codable, Sendable {
    var transport: TransportError?
    var provider: ProviderID?
    var handleKinds: [Handle.Kind]?
  }

  /// Boxed, because every result of an action has room for an error, and few have one.
  private var details: Boxed<Details>?

  private mutating func change(_ body: (inout Details) -> Void) {
    var new = details?.value ?? Details()
    body(&new)
    details = new == Details() ? nil : Boxed(new)
  }

  /// Creates an error from the rule, its calls and further explanation.
  public init(
    _ code: Code, _ calls: [CallID] = [], transport: TransportError? = nil, provider: ProviderID? = nil, handleKinds: [Handle.Kind]? = nil
  ) {
    self.code = code
    self.calls = calls
    change { $0 = Details(transport: transport, provider: provider, handleKinds: handleKinds) }
  }

  /// Compares the code, the calls and the transport's error; the provider and its kinds only explain.
  public static func == (left: CallError, right: CallError) -> Bool {
    left.code == right.code && left.calls == right.calls && left.transport == right.transport
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(calls)
    hasher.combine(transport)
  }

  private enum CodingKeys: String, CodingKey {
    case code, calls
  }

  /// Decodes the members; a missing explanation is nil.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    code = try values.decode(Code.self, forKey: .code)
    calls = try values.decode([CallID].self, forKey: .calls)
    let details = try Details(from: decoder)
    change { $0 = details }
  }

  /// Encodes the members that are not nil.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(code, forKey: .code)
    try values.encode(calls, forKey: .calls)
    try (details?.value ?? Details()).encode(to: encoder)
  }

  /// The code and the explanation on one line.
  public var description: String {
    ([code.rawValue + ":"] + [errorDescription, recoverySuggestion].compactMap { $0 }).joined(separator: " ")
  }
}
