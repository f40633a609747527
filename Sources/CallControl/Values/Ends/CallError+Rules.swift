extension CallError.Code {
  /// True for the refusals by a line's standing (K5).
  package var isOfStanding: Bool {
    switch self {
    case .lineElsewhere, .nodeCutOff, .nodeDraining: true
    default: false
    }
  }

  /// The rules of docs/arbitration.md that refuse with this code, or fail with it.
  package var rules: [String] {
    switch self {
    case .emptyTransaction: ["X1"]
    case .unknownCallProvider: ["S7"]
    case .providerUnavailable: ["S8", "P6"]
    case .unknownCallUUID: ["A12"]
    case .callUUIDAlreadyExists: ["S7", "I1"]
    case .invalidAction: ["X2"]
    case .unsupportedHandle: ["S7"]
    case .holdingUnsupported: ["H2"]
    case .groupingUnsupported: ["G2", "G4"]
    case .cannotHold: ["S3", "A4", "H5"]
    case .maximumCallGroupsReached: ["S6", "A3"]
    case .maximumCallsPerCallGroupReached: ["G3"]
    case .outgoingCallInProgress: ["S4"]
    case .ringingCallPresent: ["S5"]
    case .answerInProgress: ["A8"]
    case .wouldEndCalls: ["A6"]
    case .transferUnsupported: ["R1"]
    case .deflectUnsupported: ["R5"]
    case .emergencyInProgress: ["Y3"]
    case .transactionAborted: ["X3", "X7"]
    case .timedOut: ["T2"]
    case .actionFailed, .notSupported: ["P3"]
    case .providerLost: ["P1"]
    case .unentitled, .callIsProtected: []
    case .filteredByBlockList, .filteredByDoNotDisturb: ["I1"]
    case .filteredByScreener: ["I8"]
    case .maximumRingingCallsReached: ["I1", "I3"]
    case .lineElsewhere: ["K5", "K8"]
    case .nodeCutOff: ["K7"]
    case .nodeDraining: ["K14"]
    }
  }
}
