/// Everything that a program can ask of a running host, as one table.
///
/// Every door reads it: the socket and the bus check and describe their messages by it, the command makes its help from it, and the host's
/// service answers each of its rows. It is pure: no socket, no clock, no lock.
package enum HostSurface {
  /// The version of the table, which grows when a row changes its meaning.
  package static let protocolVersion = 1

  /// Returns a method's row.
  package static func declaration(of method: MethodName) -> MethodDeclaration {
    switch method {
    case .hostHello: hostHello
    case .rpcDiscover: rpcDiscover
    case .hostStatus: hostStatus
    case .hostReload: hostReload
    case .hostDrain: hostDrain
    case .hostStop: hostStop
    case .hostSetLog: hostSetLog
    case .lineList: lineList
    case .lineGet: lineGet
    case .lineGetPolicy: lineGetPolicy
    case .lineSetPolicy: lineSetPolicy
    case .callList: callList
    case .callGet: callGet
    case .callStart: callStart
    case .callAnswer: callAnswer
    case .callEnd: callEnd
    case .callHold, .callResume: callMoved(method)
    case .callSwap: callSwap
    case .callMerge: callMerge
    case .callSplit: callSplit
    case .callSetMuted: callSetMuted
    case .callPlayDTMF: callPlayDTMF
    case .callContinueDTMF: callContinueDTMF
    case .callTransfer: callTransfer
    case .callDeflect: callDeflect
    case .callDecideTransfer: callDecideTransfer
    case .callPerform: callPerform
    case .callSilence: callSilence
    case .callPressButton: callPressButton
    case .callRecord: callRecord
    case .callStopRecording: callStopRecording
    case .callStatistics: callStatistics
    case .requestGet: requestGet
    case .requestWait: requestWait
    case .audioGet: audioGet
    case .audioSetRoute: audioSetRoute
    case .streamOpen: streamOpen
    case .streamOffer: streamOffer
    case .streamList: streamList
    case .streamClose: streamClose
    case .providerList: providerList
    case .providerGet: providerGet
    case .providerAdd: providerAdd
    case .providerConfigure: providerConfigure
    case .providerRemove: providerRemove
    case .providerReset, .providerPardon: providerRenewed(method)
    case .providerStatistics: providerStatistics
    case .transportList: transportList
    case .transportProcesses: transportProcesses
    case .transportUpgrade: transportUpgrade
    case .transportUnquarantine: transportUnquarantine
    case .providerRegister: providerRegister
    case .providerUnregister: providerUnregister
    case .providerSetReady: providerSetReady
    case .providerReportIncoming: providerReportIncoming
    case .providerReport: providerReport
    case .providerFulfill: providerFulfill
    case .providerFail: providerFail
    case .screenerRegister: screenerRegister
    case .screenerUnregister: screenerUnregister
    case .screenerAnswer: screenerAnswer
    case .historyList: historyList
    case .historyGet: historyGet
    case .historyChanges: historyChanges
    case .historyMarkRead: historyMarkRead
    case .historyRemove: historyRemove
    case .contactList: contactList
    case .contactGet: contactGet
    case .contactPut: contactPut
    case .contactRemove, .blockRemove: entryRemoved(method)
    case .contactMatch: contactMatch
    case .contactImport: contactImport
    case .contactExport: contactExport
    case .blockList: blockList
    case .blockAdd: blockAdd
    case .callerCheck: callerCheck
    case .doNotDisturbGet: doNotDisturbGet
    case .doNotDisturbSet: doNotDisturbSet
    case .doNotDisturbConfigure: doNotDisturbConfigure
    case .directoryList: directoryList
    case .directoryGet: directoryGet
    case .directorySetEnabled: directorySetEnabled
    case .directoryReload: directoryReload
    case .directoryCancel: directoryCancel
    case .directoryLookup: directoryLookup
    case .accessList: accessList
    case .accessGrant: accessGrant
    case .accessRevoke: accessRevoke
    case .eventsSubscribe: eventsSubscribe
    case .eventsUnsubscribe: eventsUnsubscribe
    case .eventsRead: eventsRead
    }
  }
}
