internal import CallControl
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

/// A method that a peer calls, with its checked parameters.
struct MethodCall: Sendable {
  let parameters: Parameters
  let session: Int
  let peer: Peer
  let rights: PeerRights
  /// Takes the answer, exactly once.
  let reply: @Sendable (Result<JSONValue, MethodError>) -> Void
  /// Takes an answer that the state has placed among the events already.
  let answer: Answering
}

extension HostService {
  /// Performs a method for a session: the one way from all doors.
  ///
  /// The rights are checked first, before the parameters are read.
  func perform(_ name: String, _ given: JSONValue?, session: Int, reply: @escaping Answering) {
    do throws(MethodError) {
      guard let method = MethodName(rawValue: name) else {
        throw MethodError(.unknownMethod, "there is no method \"\(name)\"; rpc.discover lists them", ["method": .string(name)])
      }
      _ = endIfExpired(session)
      guard let (peer, rights) = state.withLock({ state in state.sessions[session].flatMap { $0.isRefusing ? nil : ($0.peer, $0.rights) } })
      else {
        throw Self.connectionClosed
      }
      try rights.check(method)
      let parameters = try HostSurface.parameters(of: method, from: given, isText: peer.door == .text)
      let answer = judged(reply, method, rights)
      if try route(given, parameters, session, peer, rights, answer) { return }
      try checkLines(parameters, rights)
      try checkStanding(method, parameters)
      begin(parameters, session, peer, rights, answer)
    } catch {
      noteControl(MethodName(rawValue: name), error.code)
      reply(ServiceReply(.failure(error), after: state.withLock { $0.log.sequence }))
    }
  }

  static var connectionClosed: MethodError { MethodError(.unavailable, "the connection is closed", ["why": "closed"]) }

  /// Looks the request's key up, and performs the method unless the key has an answer.
  func begin(_ parameters: Parameters, _ session: Int, _ peer: Peer, _ rights: PeerRights, _ reply: @escaping Answering) {
    var key: KeyName?
    if parameters.method.declaration.kind != .query, let text = parameters.optionalText("key") {
      let name = KeyName(uid: peer.uid ?? .max, key: text, session: rights.session, actor: peer.actor)
      let now = host.clock.now
      let (performs, answers) = state.withLock { $0.begin(name, parameters, at: now, reply) }
      send(answers)
      if !performs { return }
      key = name
    }
    let answer: Answering = { [weak self, key] first in
      reply(first)
      if let key, let self { send(state.withLock { $0.finish(key, first.answer) }) }
    }
    let call = MethodCall(
      parameters: parameters, session: session, peer: peer, rights: rights,
      reply: { [weak self] result in answer(ServiceReply(result, after: self?.state.withLock { $0.log.sequence } ?? 0)) }, answer: answer)
    perform(call)
  }

  /// Returns the receiver of an answer that hides from the peer what its session may not see, and counts the method.
  private func judged(_ reply: @escaping Answering, _ method: MethodName, _ rights: PeerRights) -> Answering {
    let scope = method.answersWithLine ? rights.scope(of: method) : nil
    return { [weak self] given in
      var answer = given
      if let scope, scope != .all { answer = answer.limited { (result) throws(MethodError) in try rights.checkAnswer(result, of: method) } }
      if rights.masksNumbers { answer = answer.mapped(NumberMask.masked) }
      if rights.masksTraces { answer = answer.mapped(TraceMask.masked) }
      self?.noteControl(method, answer.errorCode)
      reply(answer)
    }
  }

  /// Refuses what a host that drains or stops does no more.
  func checkStanding(_ method: MethodName, _ parameters: Parameters) throws(MethodError) {
    let standing = state.withLock { $0.standing.state }
    let starts =
      switch method {
      case .callStart, .providerAdd, .providerRegister: true
      case .callPerform: parameters["actions"]?.array?.contains { $0["kind"]?.string == ActionKind.start.rawValue } ?? false
      default: false
      }
    let isRefused =
      switch standing {
      case .running, .starting: false
      case .draining: starts
      case .stopping: method.declaration.kind != .query
      }
    guard isRefused else { return }
    throw MethodError(
      .unavailable, "the host is \(standing.rawValue) and takes nothing new; try again after its next start",
      ["why": .string(standing.rawValue)])
  }

  /// Performs a checked method; a row of the table without an implementation does not compile.
  private func perform(_ call: MethodCall) {
    switch call.parameters.method {
    case .hostHello: call.answer { hello(call) }
    case .rpcDiscover: call.answer { HostSurface.openRPC }
    case .hostStatus: call.answer { status() }
    case .hostReload: call.later { [self] () async throws(MethodError) in try await reload() }
    case .hostDrain: call.answer { () throws(MethodError) in try drain(call.parameters.duration("deadline")) }
    case .hostStop: call.answer { () throws(MethodError) in try stop(call.parameters.duration("deadline")) }
    case .hostSetLog: call.answer { () throws(MethodError) in try setLog(call.parameters) }
    case .healthRead: call.answer { health.json }
    case .metricsRead: call.later { [self] () async throws(MethodError) in await metrics(call.parameters) }
    case .lineList: call.answer { lineList() }
    case .lineGet: call.answer { line(call.parameters) }
    case .lineGetPolicy: call.answer { policy(call.parameters) }
    case .lineSetPolicy: call.answer { () throws(MethodError) in try setPolicy(call.parameters) }
    case .callList: call.answer { callList(call) }
    case .callGet: call.answer { () throws(MethodError) in try callGet(call.parameters) }
    case .callStart, .callAnswer, .callEnd, .callHold, .callResume, .callSwap, .callMerge, .callSplit, .callSetMuted, .callPlayDTMF,
      .callContinueDTMF, .callTransfer, .callDeflect, .callDecideTransfer, .callPerform:
      request(call)
    case .callSilence: call.answer { () throws(MethodError) in try silence(call.parameters) }
    case .callPressButton: call.answer { () throws(MethodError) in try pressButton(call.parameters) }
    case .callRecord: call.later { [self] () async throws(MethodError) in try await record(call) }
    case .callStopRecording: call.answer { () throws(MethodError) in try stopRecording(call.parameters) }
    case .callStatistics: call.later { [self] () async throws(MethodError) in try await callStatistics(call.parameters) }
    case .requestGet: call.answer { () throws(MethodError) in try requestGet(call.parameters) }
    case .requestWait: requestWait(call)
    case .requestPreview: call.answer { () throws(MethodError) in try preview(call) }
    case .refusalList: call.answer { refusalList(call) }
    case .audioGet: call.answer { audio(call) }
    case .audioSetRoute: call.answer { () throws(MethodError) in try setRoute(call.parameters) }
    case .levelsSubscribe: call.answer { () throws(MethodError) in try subscribeLevels(call) }
    case .callsSubscribe: call.answer { () throws(MethodError) in try subscribeCalls(call) }
    case .callsUnsubscribe: call.answer { unsubscribeCalls(call) }
    case .streamOpen: call.later { [self] () async throws(MethodError) in try await openStream(call.parameters) }
    case .streamOffer: call.answer { () throws(MethodError) in try offerStream(call.parameters) }
    case .streamList: call.answer { () throws(MethodError) in try streamList(call.parameters) }
    case .streamClose: call.answer { () throws(MethodError) in try closeStream(call.parameters) }
    case .providerList: call.answer { providerList() }
    case .providerGet: call.answer { () throws(MethodError) in try provider(call.parameters) }
    case .providerAdd: call.later { [self] () async throws(MethodError) in try await addProvider(call.parameters) }
    case .providerConfigure: call.later { [self] () async throws(MethodError) in try await configure(call.parameters) }
    case .providerRemove: call.later { [self] () async throws(MethodError) in try await removeProvider(call.parameters) }
    case .providerReset, .providerPardon: call.answer { () throws(MethodError) in try renew(call.parameters) }
    case .providerStatistics: call.later { [self] () async throws(MethodError) in try await providerStatistics(call.parameters) }
    case .transportList: call.later { [self] () async throws(MethodError) in try await transportList() }
    case .transportProcesses: call.answer { processes(call) }
    case .transportUpgrade: call.later { [self] () async throws(MethodError) in try await upgrade(call) }
    case .transportUnquarantine: call.later { [self] () async throws(MethodError) in try await unquarantine(call.parameters) }
    case .providerRegister: call.answer { () throws(MethodError) in try registerProgram(call) }
    case .providerUnregister: call.answer { () throws(MethodError) in try unregisterProgram(call) }
    case .providerSetReady: call.answer { () throws(MethodError) in try setReady(call) }
    case .providerReportIncoming: reportIncoming(call)
    case .providerReport: call.answer { () throws(MethodError) in try report(call) }
    case .providerFulfill, .providerFail: call.answer { () throws(MethodError) in try settleAction(call) }
    case .screenerRegister: call.answer { () throws(MethodError) in try registerScreener(call) }
    case .screenerUnregister: call.answer { () throws(MethodError) in try unregisterScreener(call) }
    case .screenerAnswer: call.answer { () throws(MethodError) in try answerScreening(call) }
    case .historyList, .historyGet, .historyChanges, .historyMarkRead, .historyRemove, .contactList, .contactGet, .contactPut,
      .contactRemove, .contactMatch, .contactImport, .contactExport, .blockList, .blockAdd, .blockRemove, .callerCheck, .doNotDisturbGet,
      .doNotDisturbSet, .doNotDisturbConfigure, .directoryList, .directoryGet, .directorySetEnabled, .directoryCancel,
      .directoryLookup, .accessList, .accessGrant, .accessRevoke:
      call.answer { () throws(MethodError) in try remember(call) }
    case .directoryReload: call.later { [self] () async throws(MethodError) in try await reloadDirectory(call.parameters) }
    case .eventsSubscribe: subscribe(call)
    case .eventsUnsubscribe: call.answer { () throws(MethodError) in try unsubscribe(call) }
    case .eventsRead: call.answer { () throws(MethodError) in try readEvents(call) }
    case .sessionInvite: call.answer { () throws(MethodError) in try invite(call) }
    case .sessionOpen: call.answer { () throws(MethodError) in try openSession(call) }
    case .sessionList: call.answer { sessionList() }
    case .sessionClose: call.answer { () throws(MethodError) in try closeSession(call.parameters.int("session")) }
    case .sessionLeave: call.answer { () throws(MethodError) in try leaveSession(call) }
    case .traceRead: call.later { [self] () async throws(MethodError) in try await readTrace(call) }
    case .traceSubscribe: call.answer { () throws(MethodError) in try subscribeTrace(call) }
    case .traceUnsubscribe: call.answer { () throws(MethodError) in try unsubscribeTrace(call) }
    case .traceMessages: call.answer { () throws(MethodError) in try traceMessages(call) }
    case .clusterStatus, .clusterNodes, .clusterWhere, .clusterLent, .clusterStrays, .clusterRecords, .clusterDrain, .clusterUndrain,
      .clusterRelease, .clusterForget, .clusterGetLine, .clusterSetLine, .clusterRemoveLine:
      call.later { [self] () async throws(MethodError) in try await cluster(call.parameters) }
    }
  }
}

extension MethodCall {
  /// True for a call of the text door.
  var isText: Bool { peer.door == .text }

  /// Answers at once.
  func answer(_ body: () throws(MethodError) -> JSONValue) {
    do throws(MethodError) {
      reply(.success(try body()))
    } catch {
      reply(.failure(error))
    }
  }

  /// Answers from a task, since the answer takes time.
  func later(_ body: @escaping @Sendable () async throws(MethodError) -> JSONValue) {
    Task { [self] in
      do throws(MethodError) {
        reply(.success(try await body()))
      } catch {
        reply(.failure(error))
      }
    }
  }
}
