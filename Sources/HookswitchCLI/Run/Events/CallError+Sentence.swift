internal import Hookswitch

extension CallError.Code {
  /// The error in words for people, without a full stop.
  var sentence: String {
    switch self {
    case .emptyTransaction: "nothing was asked"
    case .unknownCallProvider: "there is no such provider"
    case .providerUnavailable: "the provider cannot place calls now"
    case .unknownCallUUID: "there is no such call any more"
    case .callUUIDAlreadyExists: "the call's name is taken"
    case .invalidAction: "that cannot be done with the call as it stands"
    case .unsupportedHandle: "the provider does not call that kind of handle"
    case .holdingUnsupported: "the call cannot be held"
    case .groupingUnsupported: "neither a provider nor the host can bring these calls together"
    case .cannotHold: "a call that has to be held first cannot be"
    case .maximumCallGroupsReached: "there are as many calls as there may be"
    case .maximumCallsPerCallGroupReached: "there would be too many calls in the group"
    case .outgoingCallInProgress: "a call is still being dialed"
    case .ringingCallPresent: "a call is ringing: answer or decline it first"
    case .answerInProgress: "a call is being answered"
    case .wouldEndCalls: "that would end calls, which only a person may"
    case .transferUnsupported: "the call cannot be handed over"
    case .emergencyInProgress: "an emergency call goes first"
    case .transactionAborted: "what had to come before it failed, or the call is gone"
    case .timedOut: "the provider did not answer in time"
    case .actionFailed: "the provider could not do it"
    case .notSupported: "the provider does not offer that"
    case .providerLost: "the provider was lost"
    case .unentitled: "the asker may not do that"
    case .callIsProtected: "the call may not be touched"
    case .filteredByBlockList: "the caller is blocked"
    case .filteredByDoNotDisturb: "do not disturb is on"
    case .filteredByScreener: "a screener blocked the caller"
    case .maximumRingingCallsReached: "as many calls ring as may ring at once"
    }
  }
}
