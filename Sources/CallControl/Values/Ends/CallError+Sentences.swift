public import FoundationEssentials

extension CallError: LocalizedError {
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
    case .holdingUnsupported, .transferUnsupported, .groupingUnsupported: "Look at the call's capabilities first."
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
    }
  }
}
