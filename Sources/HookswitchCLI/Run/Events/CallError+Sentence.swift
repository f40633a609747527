internal import Hookswitch

extension CallError.Code {
  /// The error in words for people, without a full stop.
  var sentence: String {
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
    }
  }
}
