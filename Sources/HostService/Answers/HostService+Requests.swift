internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

// The methods of kind R, and what became of them.
extension HostService {
  /// Sends a request to its line.
  func request(_ call: MethodCall) {
    let body: RequestBody
    do throws(MethodError) {
      body = try self.body(of: call.parameters)
    } catch {
      return call.reply(.failure(error))
    }
    let given = LineID(rawValue: lineParameter(of: call.parameters) ?? LineID.main.rawValue)
    let line = self.line(of: body.namedCalls) ?? given
    let isUser = call.parameters.optionalText("origin") == RequestOrigin.user.rawValue && call.rights.mayBeUser
    let waits: RequestWait = call.parameters.word("wait") ?? .accepted
    let deadline = host.clock.now.advanced(by: call.parameters.duration("timeout"))
    let waiter = RequestWaiter(session: call.session, reason: waits == .performed ? .performed : .accepted, answer: call.answer)
    let (number, wake) = state.withLock { state in
      let number = state.requests.begin(isUser ? .user : .client, actions: body.titles)
      state.requests.place(number, on: line)
      return (number, state.wait(for: number, waiter, until: deadline))
    }
    if let wake { host.clock.wake(self, noLaterThan: wake) }
    log(number, call, body.namedCalls, line)
    let subject = (method: call.parameters.method, actor: call.actor, call: body.titles.first?.call)
    let names = body.titles.map { _ in UUID.fresh() }
    _ = host.core.request(body, origin: isUser ? .user : .client, actor: name(ofAsker: call), line: given, actions: names) {
      [weak self] news in
      if case .refused(let error) = news { self?.noteRefusal(of: number, subject, line, error) }
      self?.take(news, of: number)
    }
  }

  /// Returns the line of the first call that exists.
  private func line(of calls: [CallID]) -> LineID? {
    // Each call is looked up once: it may end at any time, and `first` of a lazy collection evaluates its element twice.
    for call in calls {
      if let found = host.call(call) { return found.line }
    }
    return nil
  }

  /// The name of the asker for journals and the history: its session's person, else the name that the client gave, else the peer.
  ///
  /// The words of `hookswitch run` come from the person at the terminal, who has no name.
  private func name(ofAsker call: MethodCall) -> String? {
    if let session = call.rights.session { return session.actor }
    if call.isText { return nil }
    return state.withLock { $0.sessions[call.session]?.client } ?? call.peer.names.first ?? call.peer.door.rawValue
  }

  private func take(_ news: RequestNews, of request: Int) {
    let step: RequestTable.Step
    switch news {
    case .accepted: step = .accepted
    case .refused(let error): step = .refused(error)
    case .alreadyEnded: return
    case .performed(let action, let error): step = .result(action: action, error)
    case .done: step = .performed
    case .failed(let error): step = .failed(error)
    }
    let (now, time) = (host.clock.now, time)
    let (answers, told) = state.withLock { $0.take(step, of: request, at: now, time) }
    send(answers, waking: told)
    switch step {
    case .performed, .failed: announce()
    case .accepted, .refused, .result: break
    }
  }

  func requestGet(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let now = host.clock.now
    let number = parameters.int("request")
    let found = state.withLock { state in
      Result { () throws(MethodError) in try state.requests.entry(number, at: now).json() }
    }
    return try found.get()
  }

  func requestWait(_ call: MethodCall) {
    let now = host.clock.now
    let number = call.parameters.int("request")
    let deadline = now.advanced(by: call.parameters.duration("timeout"))
    let (answer, wake) = state.withLock { state -> (Result<JSONValue, MethodError>?, Instant?) in
      do throws(MethodError) {
        let entry = try state.requests.entry(number, at: now)
        if entry.isOver { return (.success(entry.json()), nil) }
      } catch {
        return (.failure(error), nil)
      }
      let waiter = RequestWaiter(session: call.session, reason: .query, answer: call.answer)
      return (nil, state.wait(for: number, waiter, until: deadline))
    }
    if let answer { call.reply(answer) }
    if let wake { host.clock.wake(self, noLaterThan: wake) }
  }

  // MARK: Parameters

  func lineParameter(of parameters: Parameters) -> String? {
    switch parameters.method {
    case .callStart, .callSwap, .callPerform: parameters.optionalText("line")
    default: nil
    }
  }

  /// Returns the request that the parameters of a method of kind R make.
  func body(of parameters: Parameters) throws(MethodError) -> RequestBody {
    func call(_ name: String = "call") throws(MethodError) -> CallID { try resolve(parameters.reference(name), name) }
    switch parameters.method {
    case .callStart: return .transaction([start(parameters)])
    case .callAnswer: return .transaction([.answer(try call(), parameters.word("choice") ?? .automatic)])
    case .callEnd: return parameters.bool("group") ? .endGroup(try call()) : .transaction([.end(try call())])
    case .callHold: return .transaction([.setHeld(try call(), true)])
    case .callResume: return .transaction([.setHeld(try call(), false)])
    case .callSwap: return .swap
    case .callMerge: return .merge(try resolveAll(parameters["calls"]))
    case .callSplit: return .transaction([.setGroup(try call(), with: nil)])
    case .callSetMuted: return .transaction([.setMuted(try call(), parameters.bool("muted"))])
    case .callPlayDTMF: return .transaction([.playDTMF(try call(), parameters.text("digits"))])
    case .callContinueDTMF: return .continueDTMF(try call())
    case .callTransfer: return .transaction([.transfer(try call(), try target(parameters))])
    case .callDeflect:
      return .transaction([.perform(.deflect(to: parameters.handle("handle") ?? Handle(parsing: "")), on: try call())])
    case .callDecideTransfer: return parameters.bool("accept") ? .acceptTransfer(try call()) : .refuseTransfer(try call())
    case .callPerform: return .transaction(try actions(parameters))
    default: preconditionFailure("\(parameters.method.rawValue) is no request")
    }
  }

  private func start(_ parameters: Parameters) -> RequestedAction {
    let provider = parameters.optionalText("provider").map { ProviderID(rawValue: $0) }
    let handle = dialed(parameters.handle("handle") ?? Handle(parsing: ""), through: provider)
    let details = StartDetails(
      handle: handle, isVideo: parameters.bool("video"), contactIdentifier: parameters.optionalText("contact"))
    let call = parameters.uuid("call") ?? newCall(on: parameters.optionalText("line"))
    return .start(call, provider: provider ?? host.core.provider(taking: handle), details)
  }

  /// Returns a handle without a scheme as a telephone number where the provider takes numbers and no free text.
  private func dialed(_ handle: Handle, through provider: ProviderID?) -> Handle {
    guard handle.type == .generic, handle.value.contains(where: \.isNumber), let provider,
      let kinds = host.provider(provider)?.configuration.supportedHandleTypes, !kinds.contains(.generic), kinds.contains(.phoneNumber)
    else { return handle }
    return Handle(type: .phoneNumber, value: handle.value)
  }

  private func target(_ parameters: Parameters) throws(MethodError) -> TransferTarget {
    switch (parameters.handle("handle"), parameters.reference("to")) {
    case (let handle?, nil): return .handle(handle)
    case (nil, let other?): return .call(try resolve(other, "to"))
    default: throw Self.invalid("/handle", "exactly one of handle and to")
    }
  }

  static func invalid(_ place: String, _ expected: String) -> MethodError {
    MethodError(.invalid, "\"\(place)\" should be \(expected)", ["at": .string(place), "expected": .string(expected)])
  }

  /// Returns the call that a reference names.
  func resolve(_ reference: CallReference?, _ name: String = "call") throws(MethodError) -> CallID {
    guard let reference else { throw Self.invalid("/\(name)", "a call") }
    if case .id(let call) = reference { return call }
    var lines = host.core.snapshots(of: nil)
    if !lines.contains(where: { $0.line == .main }) { lines.append(host.snapshot()) }
    return try reference.resolved(in: lines)
  }

  private func resolveAll(_ value: JSONValue?) throws(MethodError) -> [CallID] {
    var calls: [CallID] = []
    for (index, item) in (value?.array ?? []).enumerated() {
      calls.append(try resolve(item.string.flatMap { CallReference(parsing: $0) }, "calls/\(index)"))
    }
    return calls
  }

  private func actions(_ parameters: Parameters) throws(MethodError) -> [RequestedAction] {
    let (provider, line) = (parameters.optionalText("provider"), parameters.optionalText("line"))
    var actions: [RequestedAction] = []
    for (index, item) in (parameters["actions"]?.array ?? []).enumerated() {
      actions.append(try action(ActionMembers(item, at: "actions/\(index)"), provider, line))
    }
    return actions
  }

  private func action(_ members: ActionMembers, _ provider: String?, _ line: String?) throws(MethodError) -> RequestedAction {
    func call(_ name: String = "call") throws(MethodError) -> CallID {
      try resolve(members.value[name]?.string.flatMap { CallReference(parsing: $0) }, members.place + "/" + name)
    }
    switch members.kind {
    case .start:
      let name = (members.value["provider"]?.string ?? provider).map { ProviderID(rawValue: $0) }
      let handle = dialed(try members.handle(), through: name)
      let details = StartDetails(
        handle: handle, isVideo: members.value["video"] == .bool(true), contactIdentifier: members.value["contact"]?.string)
      // A start names its new call by a whole id, so that later actions can refer to it.
      let new = try members.value["call"] == nil ? newCall(on: line) : call()
      return .start(new, provider: name ?? host.core.provider(taking: handle), details)
    case .answer:
      return .answer(try call(), members.value["choice"]?.string.flatMap { AnswerChoice(rawValue: $0) } ?? .automatic)
    case .end: return .end(try call(), try members.decline())
    case .setHeld: return .setHeld(try call(), try members.flag("held"))
    case .setMuted: return .setMuted(try call(), try members.flag("muted"))
    case .setGroup: return .setGroup(try call(), with: try members.value["with"] == nil ? nil : call("with"))
    case .playDTMF:
      guard let digits = members.value["digits"]?.string else { throw members.missing("digits", "text of at most 512 bytes") }
      return .playDTMF(try call(), digits)
    case .transfer:
      switch (members.value["handle"] != nil, members.value["to"] != nil) {
      case (true, false): return .transfer(try call(), .handle(try members.handle()))
      case (false, true): return .transfer(try call(), .call(try call("to")))
      default: throw members.missing("handle", "exactly one of handle and to")
      }
    case .deflect: return .perform(.deflect(to: try members.handle()), on: try call())
    }
  }
}

/// The members of one checked `Action`.
private struct ActionMembers {
  let value: JSONValue
  let kind: ActionKind
  let place: String

  init(_ value: JSONValue, at place: String) throws(MethodError) {
    guard let kind = value["kind"]?.string.flatMap({ ActionKind(rawValue: $0) }) else {
      throw HostService.invalid("/\(place)/kind", "a kind of action")
    }
    (self.value, self.kind, self.place) = (value, kind, place)
  }

  func missing(_ name: String, _ expected: String) -> MethodError { HostService.invalid("/\(place)/\(name)", expected) }

  func flag(_ name: String) throws(MethodError) -> Bool {
    guard case .bool(let flag)? = value[name] else { throw missing(name, "true or false") }
    return flag
  }

  /// Returns the reason, the Q.850 cause and the text for the caller of an `end`; nil for an end without them.
  ///
  /// The line refuses a cause and a text that no network can carry.
  func decline() throws(MethodError) -> Decline? {
    let (cause, text) = (value["cause"]?.integer.map { UInt32(clamping: $0) }, value["text"]?.string)
    guard let reason = value["decline"]?.string.flatMap({ Decline.Reason(rawValue: $0) }) else {
      guard cause == nil, text == nil else { throw missing("decline", "the reason to which cause and text belong") }
      return nil
    }
    return Decline(reason, cause: cause, text: text)
  }

  func handle() throws(MethodError) -> Handle {
    guard let handle = value["handle"].flatMap({ Handle(json: $0) }) else {
      throw missing("handle", "handle as text, or an object with type and value")
    }
    return handle
  }
}

extension RequestBody {
  /// The kind and the call of each action; for a request without actions its own name and call.
  fileprivate var titles: [(kind: String, call: CallID?)] {
    switch self {
    case .transaction(let actions): actions.map { ($0.kind.rawValue, $0.call) }
    case .endGroup(let call): [("end", call)]
    case .swap: [("swap", nil)]
    case .merge(let calls): [("merge", calls.first)]
    case .continueDTMF(let call): [("continueDTMF", call)]
    case .acceptTransfer(let call): [("acceptTransfer", call)]
    case .refuseTransfer(let call): [("refuseTransfer", call)]
    }
  }
}
