public import FoundationEssentials

/// Why a request or an incoming call was refused, or why a request that was accepted failed.
public struct CallError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// Which rule said no.
  public enum Code: String, Codable, Sendable, CaseIterable {
    /// The transaction has no action (X1).
    case emptyTransaction
    /// No provider of that name is registered (S7).
    case unknownCallProvider
    /// The provider is in quarantine, or was not ready in time (S8, P6).
    case providerUnavailable
    /// No such call, or it has ended (A12).
    case unknownCallUUID
    /// The UUID is live or was used within the last day (S7, I1).
    case callUUIDAlreadyExists
    /// The action makes no sense for the call as it stands.
    case invalidAction
    /// The provider does not take handles of that kind (S7).
    case unsupportedHandle
    /// The call cannot be held (H2).
    case holdingUnsupported
    /// The calls can be bridged neither by a provider nor by the host (G2, G4).
    case groupingUnsupported
    /// A call that has to be held first cannot be, or would not be (S3, A4, H5).
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
    /// The asker may not do this.
    case unentitled
    /// The call may not be touched by the asker.
    case callIsProtected
    /// An incoming call is on the block list (I1).
    case filteredByBlockList
    /// Do-not-disturb is on, and the caller is not let through (I1).
    case filteredByDoNotDisturb
    /// A screener blocked an incoming call (I8).
    case filteredByScreener
    /// As many calls ring as may ring at once (I1, I3).
    case maximumRingingCallsReached
  }

  /// Which rule said no.
  public var code: Code
  /// The calls that it is about: those that stand in the way where the rule is about other calls, else the call that something was asked
  /// of.
  public var calls: [CallID]
  /// What the transport said, when its word is the reason.
  public var transport: TransportError?
  /// The provider that it is about, where the rule is about one.
  public var provider: ProviderID?
  /// Of `unsupportedHandle`: the kinds of handle that the provider takes.
  public var handleKinds: [Handle.Kind]?

  /// Names the rule, the calls that it is about, and what else explains it.
  public init(
    _ code: Code, _ calls: [CallID] = [], transport: TransportError? = nil, provider: ProviderID? = nil, handleKinds: [Handle.Kind]? = nil
  ) {
    self.code = code
    self.calls = calls
    self.transport = transport
    self.provider = provider
    self.handleKinds = handleKinds
  }

  /// Two errors are equal when code, calls and the transport's words are; the provider and its kinds only explain.
  public static func == (left: CallError, right: CallError) -> Bool {
    left.code == right.code && left.calls == right.calls && left.transport == right.transport
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(calls)
    hasher.combine(transport)
  }

  /// The code, and the sentences that explain it, on one line.
  public var description: String {
    ([code.rawValue + ":"] + [errorDescription, recoverySuggestion].compactMap { $0 }).joined(separator: " ")
  }
}
