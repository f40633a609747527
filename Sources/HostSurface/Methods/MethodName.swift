/// The name of a method: a row of the table.
package enum MethodName: String, CaseIterable, Sendable {
  // Host and lines.
  case hostHello = "host.hello"
  case rpcDiscover = "rpc.discover"
  case hostStatus = "host.status"
  case hostReload = "host.reload"
  case hostDrain = "host.drain"
  case hostStop = "host.stop"
  case hostSetLog = "host.setLog"
  case healthRead = "health.read"
  case metricsRead = "metrics.read"
  case lineList = "line.list"
  case lineGet = "line.get"
  case lineGetPolicy = "line.getPolicy"
  case lineSetPolicy = "line.setPolicy"

  // Calls.
  case callList = "call.list"
  case callGet = "call.get"
  case callStart = "call.start"
  case callAnswer = "call.answer"
  case callEnd = "call.end"
  case callHold = "call.hold"
  case callResume = "call.resume"
  case callSwap = "call.swap"
  case callMerge = "call.merge"
  case callSplit = "call.split"
  case callSetMuted = "call.setMuted"
  case callPlayDTMF = "call.playDTMF"
  case callContinueDTMF = "call.continueDTMF"
  case callTransfer = "call.transfer"
  case callDeflect = "call.deflect"
  case callDecideTransfer = "call.decideTransfer"
  case callPerform = "call.perform"
  case callSilence = "call.silence"
  case callPressButton = "call.pressButton"
  case callRecord = "call.record"
  case callStopRecording = "call.stopRecording"
  case callStatistics = "call.statistics"
  case requestGet = "request.get"
  case requestWait = "request.wait"
  case requestPreview = "request.preview"
  case refusalList = "refusal.list"
  case audioGet = "audio.get"
  case audioSetRoute = "audio.setRoute"
  case levelsSubscribe = "levels.subscribe"
  case callsSubscribe = "calls.subscribe"
  case callsUnsubscribe = "calls.unsubscribe"
  case streamOpen = "stream.open"
  case streamOffer = "stream.offer"
  case streamList = "stream.list"
  case streamClose = "stream.close"

  // Providers, transports, programs.
  case providerList = "provider.list"
  case providerGet = "provider.get"
  case providerAdd = "provider.add"
  case providerConfigure = "provider.configure"
  case providerRemove = "provider.remove"
  case providerReset = "provider.reset"
  case providerPardon = "provider.pardon"
  case providerStatistics = "provider.statistics"
  case transportList = "transport.list"
  case transportProcesses = "transport.processes"
  case transportUpgrade = "transport.upgrade"
  case transportUnquarantine = "transport.unquarantine"
  case providerRegister = "provider.register"
  case providerUnregister = "provider.unregister"
  case providerSetReady = "provider.setReady"
  case providerReportIncoming = "provider.reportIncoming"
  case providerReport = "provider.report"
  case providerFulfill = "provider.fulfill"
  case providerFail = "provider.fail"
  case screenerRegister = "screener.register"
  case screenerUnregister = "screener.unregister"
  case screenerAnswer = "screener.answer"

  // Memory.
  case historyList = "history.list"
  case historyGet = "history.get"
  case historyChanges = "history.changes"
  case historyMarkRead = "history.markRead"
  case historyRemove = "history.remove"
  case contactList = "contact.list"
  case contactGet = "contact.get"
  case contactPut = "contact.put"
  case contactRemove = "contact.remove"
  case contactMatch = "contact.match"
  case contactImport = "contact.import"
  case contactExport = "contact.export"
  case blockList = "block.list"
  case blockAdd = "block.add"
  case blockRemove = "block.remove"
  case callerCheck = "caller.check"
  case doNotDisturbGet = "doNotDisturb.get"
  case doNotDisturbSet = "doNotDisturb.set"
  case doNotDisturbConfigure = "doNotDisturb.configure"
  case directoryList = "directory.list"
  case directoryGet = "directory.get"
  case directorySetEnabled = "directory.setEnabled"
  case directoryReload = "directory.reload"
  case directoryCancel = "directory.cancel"
  case directoryLookup = "directory.lookup"

  // Access and events.
  case accessList = "access.list"
  case accessGrant = "access.grant"
  case accessRevoke = "access.revoke"
  case eventsSubscribe = "events.subscribe"
  case eventsUnsubscribe = "events.unsubscribe"
  case eventsRead = "events.read"
  case sessionInvite = "session.invite"
  case sessionOpen = "session.open"
  case sessionList = "session.list"
  case sessionClose = "session.close"
  case sessionLeave = "session.leave"
  case traceRead = "trace.read"
  case traceSubscribe = "trace.subscribe"
  case traceUnsubscribe = "trace.unsubscribe"
  case traceMessages = "trace.messages"

  // Cluster.
  case clusterStatus = "cluster.status"
  case clusterNodes = "cluster.nodes"
  case clusterWhere = "cluster.where"
  case clusterLent = "cluster.lent"
  case clusterStrays = "cluster.strays"
  case clusterRecords = "cluster.records"
  case clusterDrain = "cluster.drain"
  case clusterUndrain = "cluster.undrain"
  case clusterRelease = "cluster.release"
  case clusterForget = "cluster.forget"
  case clusterGetLine = "cluster.getLine"
  case clusterSetLine = "cluster.setLine"
  case clusterRemoveLine = "cluster.removeLine"

  /// The chapter of the table.
  package var chapter: MethodChapter {
    switch self {
    case .hostHello, .rpcDiscover, .hostStatus, .hostReload, .hostDrain, .hostStop, .hostSetLog, .healthRead, .metricsRead, .lineList,
      .lineGet, .lineGetPolicy, .lineSetPolicy:
      .host
    case .callList, .callGet, .callStart, .callAnswer, .callEnd, .callHold, .callResume, .callSwap, .callMerge, .callSplit, .callSetMuted,
      .callPlayDTMF, .callContinueDTMF, .callTransfer, .callDeflect, .callDecideTransfer, .callPerform, .callSilence, .callPressButton,
      .callRecord,
      .callStopRecording, .callStatistics, .requestGet, .requestWait, .requestPreview, .refusalList, .audioGet, .audioSetRoute,
      .levelsSubscribe, .callsSubscribe, .callsUnsubscribe, .streamOpen,
      .streamOffer, .streamList, .streamClose:
      .calls
    case .providerList, .providerGet, .providerAdd, .providerConfigure, .providerRemove, .providerReset, .providerPardon,
      .providerStatistics,
      .transportList, .transportProcesses, .transportUpgrade, .transportUnquarantine, .providerRegister, .providerUnregister,
      .providerSetReady, .providerReportIncoming, .providerReport, .providerFulfill, .providerFail, .screenerRegister, .screenerUnregister,
      .screenerAnswer:
      .providers
    case .historyList, .historyGet, .historyChanges, .historyMarkRead, .historyRemove, .contactList, .contactGet, .contactPut,
      .contactRemove,
      .contactMatch, .contactImport, .contactExport, .blockList, .blockAdd, .blockRemove, .callerCheck, .doNotDisturbGet, .doNotDisturbSet,
      .doNotDisturbConfigure, .directoryList, .directoryGet, .directorySetEnabled, .directoryReload, .directoryCancel, .directoryLookup:
      .memory
    case .accessList, .accessGrant, .accessRevoke, .eventsSubscribe, .eventsUnsubscribe, .eventsRead, .sessionInvite, .sessionOpen,
      .sessionList, .sessionClose, .sessionLeave, .traceRead, .traceSubscribe, .traceUnsubscribe, .traceMessages:
      .access
    case .clusterStatus, .clusterNodes, .clusterWhere, .clusterLent, .clusterStrays, .clusterRecords, .clusterDrain, .clusterUndrain,
      .clusterRelease, .clusterForget, .clusterGetLine, .clusterSetLine, .clusterRemoveLine:
      .cluster
    }
  }
}

/// A chapter of the table.
package enum MethodChapter: String, CaseIterable, Sendable {
  case host = "Host and lines"
  case calls = "Calls"
  case providers = "Providers, transports, programs"
  case memory = "Memory"
  case access = "Access and events"
  case cluster = "Cluster"
}
