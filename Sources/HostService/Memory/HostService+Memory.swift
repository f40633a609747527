internal import CallControl
internal import CallStore
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

// The methods of memory, and the memory's part of the host's events.
extension HostService {
  func remember(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let (memory, parameters) = (memory, call.parameters)
    switch parameters.method {
    case .historyList: return try memory.historyList(parameters)
    case .historyGet: return try memory.historyGet(parameters)
    case .historyChanges: return try memory.historyChanges(parameters)
    case .historyMarkRead: return try memory.historyMarkRead(parameters)
    case .historyRemove: return try memory.historyRemove(parameters)
    case .contactList: return try memory.contactList(parameters)
    case .contactGet: return try memory.contactGet(parameters)
    case .contactPut: return try memory.contactPut(parameters)
    case .contactRemove: return try memory.contactRemove(parameters)
    case .contactMatch: return try memory.contactMatch(parameters)
    case .contactImport: return try memory.contactImport(parameters)
    case .contactExport: return try memory.contactExport(parameters)
    case .blockList: return try memory.blockList(parameters)
    case .blockAdd: return try memory.blockAdd(parameters, by: call.peer)
    case .blockRemove: return try memory.blockRemove(parameters)
    case .callerCheck: return try memory.callerCheck(parameters)
    case .doNotDisturbGet: return try memory.doNotDisturbGet(parameters)
    case .doNotDisturbSet: return try memory.doNotDisturbSet(parameters)
    case .doNotDisturbConfigure: return try memory.doNotDisturbConfigure(parameters)
    case .directoryList, .directoryGet, .directorySetEnabled, .directoryCancel, .directoryLookup: return try directoryAnswer(parameters)
    case .accessList: return try memory.accessList(parameters)
    case .accessGrant: return try memory.accessGrant(parameters)
    case .accessRevoke: return try memory.accessRevoke(parameters)
    default: preconditionFailure("\(parameters.method.rawValue) is no method of memory")
    }
  }

  /// The missed calls that no person has read.
  var unreadMissed: Int { settings.store?.unreadMissed ?? 0 }

  var storeState: StoreState { settings.store?.standing.state ?? .off }

  /// Adds a recording to the history of its call.
  func noteRecording(_ file: String, of call: CallID) {
    // The history may not have the call: its provider keeps its calls out, or the store is off.
    try? settings.store?.addRecording(file, to: call)
  }

  /// Makes a problem of a memory that is not good, and takes it back from a good one.
  func note(_ standing: StoreStanding) {
    let isGood = standing.state == .good || standing.state == .off
    setProblem("store", "store", isGood ? nil : standing.reason ?? "the store is \(standing.state.rawValue)")
  }

  /// Takes a change of the memory, after its commit; on the store's writer or the keeper's queue.
  func take(_ news: MemoryNews) {
    let time = time
    switch news {
    case .record(.store, "grants", _): grantsChanged()
    case .standing(let standing): note(standing)
    case .record, .doNotDisturb, .missed: break
    }
    publish { $0.log.take(news, at: time) }
    if case .missed = news {
      let content = statusContent
      publish { $0.log.set(StateKey(.missed, "missed"), to: content) }
      tellStatus()
    }
  }

  /// Switches do-not-disturb on the host's lines, as the memory's settings have it.
  func follow(_ activity: DoNotDisturbActivity) {
    let lines = Set(host.lines + [.main, .each] + activity.lines + host.providers.map(\.configuration.line))
    for line in lines { host.setDoNotDisturb(activity.isActive(on: line), on: line) }
  }
}
