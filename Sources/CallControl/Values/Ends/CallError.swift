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
    /// The call or its provider cannot deflect (R5).
    case deflectUnsupported
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
    /// Another host of the cluster has the line (K5).
    case lineElsewhere
    /// This host has no contact with its cluster (K7).
    case nodeCutOff
    /// This host drains (K14).
    case nodeDraining
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

  /// The host that has the line, for `lineElsewhere`; nil when no host has it.
  public var node: String? {
    get { details?.value.node }
    set { change { $0.node = newValue } }
  }
  /// The SIP address of that host, if it is known.
  public var address: String? {
    get { details?.value.address }
    set { change { $0.address = newValue } }
  }

  /// The rare members.
  private struct Details: Hashable, Codable, Sendable {
    var transport: TransportError?
    var provider: ProviderID?
    var handleKinds: [Handle.Kind]?
    var node: String?
    var address: String?
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

extension CallError {
  /// The failure as one sentence.
  public var errorDescription: String? {
    let words = transport.map(\.message).flatMap { $0.isEmpty ? nil : $0 }
    return fact + (words.map { ": " + ($0.hasSuffix(".") ? String($0.dropLast()) : $0) } ?? "") + "."
  }

  /// The remedy as one sentence; nil when there is none.
  public var recoverySuggestion: String? { code.advice }

  /// The failure without a full stop.
  private var fact: String {
    switch code {
    case .emptyTransaction: "The transaction has no action"
    case .unknownCallProvider: "\(theProvider) is not registered at this host"
    case .providerUnavailable: "\(theProvider) cannot place calls now"
    case .unknownCallUUID: "There is no call \(names), or it has ended"
    case .callUUIDAlreadyExists: "The id \(names) belongs to another call, or did within the last day"
    case .invalidAction: "The action is not possible for \(about) now"
    case .unsupportedHandle: "\(theProvider) does not take handles of this kind" + kinds
    case .holdingUnsupported: "\(About) cannot be held"
    case .groupingUnsupported: "Neither the provider nor the host can group or ungroup \(about)"
    case .cannotHold: "\(About) must be held first, and cannot be"
    case .maximumCallGroupsReached: "All call groups are in use" + inUse
    case .maximumCallsPerCallGroupReached: "The group would have more calls than allowed" + inUse
    case .outgoingCallInProgress: "\(About) is not connected yet"
    case .ringingCallPresent: "\(About) is ringing"
    case .answerInProgress: "\(About) is being answered"
    case .wouldEndCalls: "Answering would end \(about), which only a person may do"
    case .transferUnsupported: "\(About) cannot be transferred"
    case .deflectUnsupported: "\(About) cannot be sent on to another handle"
    case .emergencyInProgress: "\(About) is an emergency call, which has priority"
    case .transactionAborted: "An action before this one failed, or \(about) is gone"
    case .timedOut: "\(theProvider) did not answer the action on \(about) in time"
    case .actionFailed: "\(theProvider) could not carry out the action on \(about)"
    case .notSupported: "\(theProvider) does not implement the action on \(about)"
    case .providerLost: "\(theProvider) was lost"
    case .unentitled: "The requester may not do this"
    case .callIsProtected: "\(About) is protected from the requester"
    case .filteredByBlockList: "The caller is on the block list"
    case .filteredByDoNotDisturb: "Do-not-disturb is on, and does not let the caller through"
    case .filteredByScreener: "A screener blocked the caller"
    case .maximumRingingCallsReached: "The limit on ringing calls is reached" + inUse
    case .lineElsewhere: node.map { "Node \"\($0)\" has the line" } ?? "No node of the cluster has the line"
    case .nodeCutOff: "This node has no contact with its cluster"
    case .nodeDraining: "This node drains"
    }
  }

  private var theProvider: String { provider.map { "Provider \"\($0)\"" } ?? "The provider" }

  private var names: String { calls.map(\.uuidString).joined(separator: ", ") }

  private var about: String {
    switch calls.count {
    case 0: "the call"
    case 1: "call \(names)"
    default: "calls \(names)"
    }
  }

  private var About: String { about.prefix(1).uppercased() + about.dropFirst() }

  private var inUse: String { calls.isEmpty ? "" : ", by \(about)" }

  private var kinds: String {
    guard let handleKinds else { return "" }
    return handleKinds.isEmpty ? "; it takes none" : "; it takes " + handleKinds.map(\.rawValue).sorted().joined(separator: ", ")
  }
}

extension CallError.Code {
  /// The remedy as one sentence; nil when there is none.
  fileprivate var advice: String? {
    switch self {
    case .emptyTransaction: "Add an action to it."
    case .unknownCallProvider: "Register the provider first, or name another."
    case .providerUnavailable: "Wait until it is ready, or call through another provider."
    case .unknownCallUUID: "Look at the current calls."
    case .callUUIDAlreadyExists: "Choose a new id for each call."
    case .invalidAction: "Look at the call's state and capabilities first."
    case .unsupportedHandle: "Use a handle of a kind that it takes, or add this kind to its supportedHandleTypes."
    case .holdingUnsupported, .transferUnsupported, .deflectUnsupported, .groupingUnsupported: "Look at the call's capabilities first."
    case .cannotHold, .outgoingCallInProgress: "End it first."
    case .maximumCallGroupsReached, .maximumCallsPerCallGroupReached: "End a call first, or raise the limit."
    case .ringingCallPresent: "Answer or decline it first."
    case .answerInProgress: "Wait until it is connected."
    case .wouldEndCalls: "End the call first, or choose another way to answer."
    case .emergencyInProgress: "Wait until it has ended."
    case .transactionAborted: "Request the remaining actions again."
    case .timedOut, .actionFailed: "Try again, or end the call."
    case .notSupported: "Implement the action in the provider's delegate, or do not offer it."
    case .providerLost: "Call again when the provider is back."
    case .unentitled, .callIsProtected: "Ask this host's administrator for the permission."
    case .filteredByBlockList, .filteredByDoNotDisturb, .filteredByScreener, .maximumRingingCallsReached:
      "Reject the call on its network."
    case .lineElsewhere: "Ask the node that has the line, or any node about it again."
    case .nodeCutOff: "Ask another node, or wait until this one is back."
    case .nodeDraining: "Ask another node."
    }
  }
}

extension CallError.Code {
  /// The error in words for people, without a full stop.
  package var sentence: String {
    switch self {
    case .emptyTransaction: "the request is empty"
    case .unknownCallProvider: "there is no such provider"
    case .providerUnavailable: "the provider cannot place calls now"
    case .unknownCallUUID: "there is no such call any more"
    case .callUUIDAlreadyExists: "the call's id is already in use"
    case .invalidAction: "the call's state does not allow it"
    case .unsupportedHandle: "the provider does not call that kind of handle"
    case .holdingUnsupported: "the call cannot be held"
    case .groupingUnsupported: "neither a provider nor the host can merge these calls"
    case .cannotHold: "a call that must be held first cannot be held"
    case .maximumCallGroupsReached: "the maximum number of calls is reached"
    case .maximumCallsPerCallGroupReached: "the group would have too many calls"
    case .outgoingCallInProgress: "a call is still being dialed"
    case .ringingCallPresent: "a call is ringing: answer or decline it first"
    case .answerInProgress: "a call is being answered"
    case .wouldEndCalls: "it would end calls, which only a person may do"
    case .transferUnsupported: "the call cannot be transferred"
    case .deflectUnsupported: "the call cannot be sent on"
    case .emergencyInProgress: "an emergency call has priority"
    case .transactionAborted: "a step before it failed, or the call is gone"
    case .timedOut: "the provider did not answer in time"
    case .actionFailed: "the provider could not do it"
    case .notSupported: "the provider does not support it"
    case .providerLost: "the provider was lost"
    case .unentitled: "the requester may not do that"
    case .callIsProtected: "the call is protected"
    case .filteredByBlockList: "the caller is blocked"
    case .filteredByDoNotDisturb: "do not disturb is on"
    case .filteredByScreener: "a screener blocked the caller"
    case .maximumRingingCallsReached: "the maximum number of ringing calls is reached"
    case .lineElsewhere: "another node has the line"
    case .nodeCutOff: "this node has no contact with its cluster"
    case .nodeDraining: "this node drains"
    }
  }
}
