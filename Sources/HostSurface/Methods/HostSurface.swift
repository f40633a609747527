/// Everything that a program can ask of a running host, as one table.
///
/// Every door reads it: the socket and the bus check and describe their messages by it, the command makes its help from it, and the host's
/// service answers each of its rows. It is pure: no socket, no clock, no lock.
package enum HostSurface {
  /// The version of the table, which grows when a row changes its meaning.
  package static let protocolVersion = 1
}

extension MethodName {
  /// The method's row in the table.
  package var declaration: MethodDeclaration {
    switch self {
    case .hostHello: HostSurface.hostHello
    case .rpcDiscover: HostSurface.rpcDiscover
    case .hostStatus: HostSurface.hostStatus
    case .hostReload: HostSurface.hostReload
    case .hostDrain: HostSurface.hostDrain
    case .hostStop: HostSurface.hostStop
    case .hostSetLog: HostSurface.hostSetLog
    case .healthRead: HostSurface.healthRead
    case .metricsRead: HostSurface.metricsRead
    case .lineList: HostSurface.lineList
    case .lineGet: HostSurface.lineGet
    case .lineGetPolicy: HostSurface.lineGetPolicy
    case .lineSetPolicy: HostSurface.lineSetPolicy
    case .callList: HostSurface.callList
    case .callGet: HostSurface.callGet
    case .callStart: HostSurface.callStart
    case .callAnswer: HostSurface.callAnswer
    case .callEnd: HostSurface.callEnd
    case .callHold: HostSurface.callHold
    case .callResume: HostSurface.callResume
    case .callSwap: HostSurface.callSwap
    case .callMerge: HostSurface.callMerge
    case .callSplit: HostSurface.callSplit
    case .callSetMuted: HostSurface.callSetMuted
    case .callPlayDTMF: HostSurface.callPlayDTMF
    case .callContinueDTMF: HostSurface.callContinueDTMF
    case .callTransfer: HostSurface.callTransfer
    case .callDeflect: HostSurface.callDeflect
    case .callDecideTransfer: HostSurface.callDecideTransfer
    case .callPerform: HostSurface.callPerform
    case .callSilence: HostSurface.callSilence
    case .callPressButton: HostSurface.callPressButton
    case .callRecord: HostSurface.callRecord
    case .callStopRecording: HostSurface.callStopRecording
    case .callStatistics: HostSurface.callStatistics
    case .requestGet: HostSurface.requestGet
    case .requestWait: HostSurface.requestWait
    case .requestPreview: HostSurface.requestPreview
    case .refusalList: HostSurface.refusalList
    case .audioGet: HostSurface.audioGet
    case .audioSetRoute: HostSurface.audioSetRoute
    case .levelsSubscribe: HostSurface.levelsSubscribe
    case .callsSubscribe: HostSurface.callsSubscribe
    case .callsUnsubscribe: HostSurface.callsUnsubscribe
    case .streamOpen: HostSurface.streamOpen
    case .streamOffer: HostSurface.streamOffer
    case .streamList: HostSurface.streamList
    case .streamClose: HostSurface.streamClose
    case .providerList: HostSurface.providerList
    case .providerGet: HostSurface.providerGet
    case .providerAdd: HostSurface.providerAdd
    case .providerConfigure: HostSurface.providerConfigure
    case .providerRemove: HostSurface.providerRemove
    case .providerReset, .providerPardon: HostSurface.providerRenewed(self)
    case .providerStatistics: HostSurface.providerStatistics
    case .transportList: HostSurface.transportList
    case .transportProcesses: HostSurface.transportProcesses
    case .transportUpgrade: HostSurface.transportUpgrade
    case .transportUnquarantine: HostSurface.transportUnquarantine
    case .providerRegister: HostSurface.providerRegister
    case .providerUnregister: HostSurface.providerUnregister
    case .providerSetReady: HostSurface.providerSetReady
    case .providerReportIncoming: HostSurface.providerReportIncoming
    case .providerReport: HostSurface.providerReport
    case .providerFulfill: HostSurface.providerFulfill
    case .providerFail: HostSurface.providerFail
    case .screenerRegister: HostSurface.screenerRegister
    case .screenerUnregister: HostSurface.screenerUnregister
    case .screenerAnswer: HostSurface.screenerAnswer
    case .historyList: HostSurface.historyList
    case .historyGet: HostSurface.historyGet
    case .historyChanges: HostSurface.historyChanges
    case .historyMarkRead: HostSurface.historyMarkRead
    case .historyRemove: HostSurface.historyRemove
    case .contactList: HostSurface.contactList
    case .contactGet: HostSurface.contactGet
    case .contactPut: HostSurface.contactPut
    case .contactRemove, .blockRemove: HostSurface.entryRemoved(self)
    case .contactMatch: HostSurface.contactMatch
    case .contactImport: HostSurface.contactImport
    case .contactExport: HostSurface.contactExport
    case .blockList: HostSurface.blockList
    case .blockAdd: HostSurface.blockAdd
    case .callerCheck: HostSurface.callerCheck
    case .doNotDisturbGet: HostSurface.doNotDisturbGet
    case .doNotDisturbSet: HostSurface.doNotDisturbSet
    case .doNotDisturbConfigure: HostSurface.doNotDisturbConfigure
    case .directoryList: HostSurface.directoryList
    case .directoryGet: HostSurface.directoryGet
    case .directorySetEnabled: HostSurface.directorySetEnabled
    case .directoryReload: HostSurface.directoryReload
    case .directoryCancel: HostSurface.directoryCancel
    case .directoryLookup: HostSurface.directoryLookup
    case .accessList: HostSurface.accessList
    case .accessGrant: HostSurface.accessGrant
    case .accessRevoke: HostSurface.accessRevoke
    case .eventsSubscribe: HostSurface.eventsSubscribe
    case .eventsUnsubscribe: HostSurface.eventsUnsubscribe
    case .eventsRead: HostSurface.eventsRead
    case .sessionInvite: HostSurface.sessionInvite
    case .sessionOpen: HostSurface.sessionOpen
    case .sessionList: HostSurface.sessionList
    case .sessionClose: HostSurface.sessionClose
    case .sessionLeave: HostSurface.sessionLeave
    case .traceRead: HostSurface.traceRead
    case .traceSubscribe: HostSurface.traceSubscribe
    case .traceUnsubscribe: HostSurface.traceUnsubscribe
    case .traceMessages: HostSurface.traceMessages
    case .clusterStatus: HostSurface.clusterStatus
    case .clusterNodes: HostSurface.clusterNodes
    case .clusterWhere: HostSurface.clusterWhere
    case .clusterLent: HostSurface.clusterLent
    case .clusterStrays: HostSurface.clusterStrays
    case .clusterRecords: HostSurface.clusterRecords
    case .clusterDrain: HostSurface.clusterDrain
    case .clusterUndrain: HostSurface.clusterUndrain
    case .clusterRelease: HostSurface.clusterRelease
    case .clusterForget: HostSurface.clusterForget
    case .clusterGetLine: HostSurface.clusterGetLine
    case .clusterSetLine: HostSurface.clusterSetLine
    case .clusterRemoveLine: HostSurface.clusterRemoveLine
    }
  }
}
