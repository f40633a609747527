/// A right of a person's session, which is narrower than the rights of the program that opens it.
package enum SessionRight: String, CaseIterable, Sendable {
  /// See the calls, states and times of one's lines.
  case watch
  /// See numbers and names; without it they are masked.
  case numbers
  /// Answer, end, hold, start and so on, on one's lines.
  case act
  /// The same on all lines.
  case actAll
  /// Read the flight recorder, and keep the messages of transports.
  case trace
  /// Record calls.
  case record
  /// Change the host's do-not-disturb, reset and pardon providers, drain, and end the sessions of others.
  case operate
}

/// A named set of rights that a session has.
package enum SessionRole: String, CaseIterable, Sendable {
  case viewer
  case `operator`
  case supervisor
  case admin

  /// The rights of the role.
  package var rights: Set<SessionRight> {
    switch self {
    case .viewer: [.watch]
    case .operator: [.watch, .numbers, .act]
    case .supervisor: [.watch, .numbers, .act, .actAll, .trace, .record]
    case .admin: Set(SessionRight.allCases)
    }
  }
}

extension MethodName {
  /// The right by which a session may call the method; nil for a method that no session may call.
  ///
  /// No session may change accounts, policies, grants or the program itself, and none may carry calls, screen callers, or send a call's
  /// audio elsewhere.
  package var sessionRight: SessionRight? {
    switch self {
    case .hostHello, .rpcDiscover, .hostStatus, .healthRead, .lineList, .lineGet, .lineGetPolicy, .callList, .callGet, .requestGet,
      .requestWait, .audioGet, .levelsSubscribe, .callsSubscribe, .callsUnsubscribe, .providerList, .providerGet, .transportList,
      .transportProcesses, .doNotDisturbGet,
      .directoryList, .directoryGet, .eventsSubscribe, .eventsUnsubscribe, .eventsRead, .metricsRead, .refusalList, .sessionLeave,
      .clusterStatus, .clusterNodes, .clusterWhere, .clusterLent:
      .watch
    // A transport's own measurements may name addresses.
    case .callStatistics, .providerStatistics, .historyList, .historyGet, .historyChanges, .contactList, .contactGet, .contactMatch,
      .contactExport, .blockList, .callerCheck, .directoryLookup, .clusterStrays, .clusterRecords:
      .numbers
    case .callStart, .callAnswer, .callEnd, .callHold, .callResume, .callSwap, .callMerge, .callSplit, .callSetMuted, .callPlayDTMF,
      .callContinueDTMF, .callTransfer, .callDeflect, .callDecideTransfer, .callPerform, .callSilence, .callPressButton, .requestPreview,
      .audioSetRoute, .historyMarkRead:
      .act
    case .callRecord, .callStopRecording: .record
    case .traceRead, .traceSubscribe, .traceUnsubscribe, .traceMessages: .trace
    case .hostDrain, .providerReset, .providerPardon, .transportUnquarantine, .doNotDisturbSet, .doNotDisturbConfigure, .historyRemove,
      .contactPut, .contactRemove, .contactImport, .blockAdd, .blockRemove, .directorySetEnabled, .directoryReload, .directoryCancel,
      .sessionList, .sessionClose, .clusterDrain, .clusterUndrain, .clusterRelease, .clusterForget, .clusterGetLine,
      .clusterSetLine, .clusterRemoveLine:
      .operate
    case .hostReload, .hostStop, .hostSetLog, .lineSetPolicy, .streamOpen, .streamOffer, .streamList, .streamClose, .providerAdd,
      .providerConfigure, .providerRemove, .transportUpgrade, .providerRegister, .providerUnregister, .providerSetReady,
      .providerReportIncoming, .providerReport, .providerFulfill, .providerFail, .screenerRegister, .screenerUnregister, .screenerAnswer,
      .accessList, .accessGrant, .accessRevoke, .sessionInvite, .sessionOpen:
      nil
    }
  }
}

extension Topic {
  /// The right by which a session may subscribe to the topic.
  package var sessionRight: SessionRight {
    switch self {
    case .host, .line, .provider, .audio, .doNotDisturb, .directory, .missed, .call, .request: .watch
    case .history, .store: .numbers
    case .journal: .trace
    case .log: .operate
    }
  }
}
