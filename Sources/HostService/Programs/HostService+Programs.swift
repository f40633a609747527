internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

// The methods of programs that carry calls or screen callers.
extension HostService {
  /// Checks that a person consented to a name, which a peer's rights alone do not give it.
  private func checkConsent(_ call: MethodCall, _ right: Right, _ name: String) throws(MethodError) {
    if consents(call.peer, right, name) { return }
    let peer = call.peer.names.first ?? call.peer.door.rawValue
    throw MethodError(
      .notPermitted, "nobody has granted the name \"\(name)\" to \(peer) yet; access.list shows it as pending",
      [
        "right": .string(right.rawValue),
        "how": .string(
          "the host's owner calls access.grant with {\"peer\": \"\(peer)\", \"rights\": [\"\(right.rawValue)\"], \"names\": [\"\(name)\"]}"),
      ])
  }

  /// Returns a function that sends notifications to a session.
  private func teller(_ session: Int) -> @Sendable (NotificationName, JSONValue) -> Void {
    { [weak self] name, members in
      guard let self else { return }
      state.withLock { $0.tell(session, name, members) }
      send([], waking: [session])
    }
  }

  // MARK: Providers

  func registerProgram(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let id = ProviderID(rawValue: call.parameters.text("provider"))
    try checkConsent(call, .provide, id.rawValue)
    guard host.provider(id) == nil else {
      throw MethodError(
        .exists, "there is a provider \"\(id)\" already; choose another name", ["what": "provider", "name": .string(id.rawValue)])
    }
    let configuration = try ProviderConfiguration(json: call.parameters["configuration"])
    let program = ProgramProvider(id, session: call.session, tell: teller(call.session))
    try programs.withLock { (programs) throws(MethodError) in try programs.add(program) }
    do throws(HostError) {
      _ = try host.register(id, configuration: configuration, delegate: program)
    } catch {
      programs.withLock { $0.removeProvider(id) }
      let word: ErrorWord = error.code == .providerExists ? .exists : .rejected
      throw MethodError(
        word, error.description,
        ["what": "provider", "name": .string(id.rawValue), "at": "/configuration", "reason": .string(error.advice)])
    }
    return try providerJSON(id)
  }

  func unregisterProgram(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let program = try program(call)
    programs.withLock { $0.removeProvider(program.id) }
    host.provider(program.id)?.invalidate()
    return .object([])
  }

  private func program(_ call: MethodCall) throws(MethodError) -> ProgramProvider {
    let name = call.parameters.text("provider")
    return try programs.withLock { (programs) throws(MethodError) in try programs.provider(name, of: call.session) }
  }

  private func reporter(_ call: MethodCall) throws(MethodError) -> (program: ProgramProvider, provider: Provider) {
    let program = try program(call)
    guard let provider = host.provider(program.id) else {
      throw MethodError(.notFound, "the provider \"\(program.id)\" is gone", ["what": "provider", "name": .string(program.id.rawValue)])
    }
    guard program.mayReport(at: host.clock.now) else {
      throw MethodError(
        .tooFast, "a provider may report \(ProgramProvider.reportsASecond) times a second; wait for the next one",
        ["limit": .integer(ProgramProvider.reportsASecond), "retryAfter": 1])
    }
    return (program, provider)
  }

  func setReady(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let (program, provider) = try reporter(call)
    if call.parameters.bool("ready") {
      provider.reportReady()
    } else {
      let reason = call.parameters.optionalText("reason")
      tallies.withLock { $0[program.id, default: ProviderTally()].reason = reason }
      provider.reportNotReady(reason.map { TransportError(message: $0) })
    }
    return .object([])
  }

  func reportIncoming(_ call: MethodCall) {
    do throws(MethodError) {
      let (program, provider) = try reporter(call)
      let live = callCounts[program.id] ?? 0
      guard live < ProgramProvider.callLimit else {
        throw MethodError(
          .tooMany, "a provider has at most \(ProgramProvider.callLimit) calls", ["limit": .integer(ProgramProvider.callLimit)])
      }
      guard let id = call.parameters.uuid("call") else { throw Self.invalid("/call", "a UUID") }
      let incoming = IncomingCall(
        call: id, update: CallUpdate(json: call.parameters["update"]), replaces: call.parameters.uuid("replaces"),
        line: call.parameters.optionalText("line").map { LineID(rawValue: $0) })
      provider.reportNewIncomingCall(incoming) { [weak self] error in
        let decidedBy = error == nil ? self?.host.call(id)?.decidedBy : nil
        call.reply(
          .success(
            .object(of: [
              "shown": .bool(error == nil), "refusal": error.map { .string($0.code.rawValue) },
              "decidedBy": decidedBy.map { .string($0) },
            ])))
      }
    } catch {
      call.reply(.failure(error))
    }
  }

  func report(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let (_, provider) = try reporter(call)
    guard let id = call.parameters.uuid("call"), let kind: ReportKind = call.parameters.word("report") else {
      throw Self.invalid("/call", "a UUID")
    }
    let date = call.parameters.optionalText("at").flatMap { SurfaceTime(parsing: $0) }
      .map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000) }
    provider.report(try content(of: kind, call.parameters), of: id, at: date)
    return .object([])
  }

  private func content(of kind: ReportKind, _ parameters: Parameters) throws(MethodError) -> CallReport {
    let error = parameters["transport"].map { TransportError(json: $0) }
    switch kind {
    case .startedConnecting: return .startedConnecting
    case .earlyMedia: return .earlyMedia
    case .connected: return .connected
    case .ended: return .ended(parameters.word("reason") ?? .remoteEnded, error)
    case .held: return .held
    case .resumed: return .resumed
    case .remotelyHeld: return .remotelyHeld
    case .remotelyResumed: return .remotelyResumed
    case .updated: return .updated(CallUpdate(json: parameters["update"]))
    case .transferProgress: return .transferProgress(error)
    case .transferRequested:
      guard let handle = parameters.handle("handle") else { throw Self.invalid("/handle", "a handle, for transferRequested") }
      return .transferRequested(handle, as: .fresh())
    case .dtmf:
      guard let digits = parameters.optionalText("digits") else { throw Self.invalid("/digits", "digits, for dtmf") }
      return .dtmf(digits)
    }
  }

  /// Takes the result of an action; a late one is stale (T2).
  func settleAction(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let program = try program(call)
    let number = call.parameters.int("action")
    guard let action = program.takeAction(number) else {
      throw MethodError(
        .notFound, "the action \(number) is not open: it was answered, timed out or withdrawn",
        ["what": "action", "name": .string("\(number)")])
    }
    if call.parameters.method == .providerFulfill {
      action.fulfill()
    } else {
      action.fail(.failed(call.parameters["error"].map { TransportError(json: $0) }))
    }
    return .object([])
  }

  // MARK: Screeners

  func registerScreener(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let id = ScreenerID(rawValue: call.parameters.text("screener"))
    try checkConsent(call, .screen, id.rawValue)
    let screener = ProgramScreener(id, session: call.session, tell: teller(call.session)) { [weak self] in
      self?.host.setScreener(id, nil)
      self?.setProblem(
        "screenerLate", id.rawValue, "the screener was late in 20 of its last 50 calls, and is asked no more until it registers again")
    }
    try programs.withLock { (programs) throws(MethodError) in try programs.add(screener) }
    host.setIdentifyingScreener(id) { [weak screener, weak host] request in
      // The policy may have changed since the registration.
      let policy = host?.policy(of: request.line)
      let deadline = policy?.screenDeadlines[id] ?? policy?.deadlines[.screen] ?? Deadline.screen.standard
      return (await screener?.ask(request, deadline: deadline) ?? .continue, nil)
    }
    setProblem("screenerLate", id.rawValue, nil)
    return .object([])
  }

  func unregisterScreener(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let screener = try screener(call)
    programs.withLock { $0.removeScreener(screener.id) }
    retire(screener)
    return .object([])
  }

  private func screener(_ call: MethodCall) throws(MethodError) -> ProgramScreener {
    let name = call.parameters.text("screener")
    return try programs.withLock { (programs) throws(MethodError) in try programs.screener(name, of: call.session) }
  }

  private func retire(_ screener: ProgramScreener) {
    host.setScreener(screener.id, nil)
    screener.close()
  }

  func answerScreening(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let screener = try screener(call)
    guard let id = call.parameters.uuid("call"), let verdict: ScreenVerdict = call.parameters.word("verdict") else {
      throw Self.invalid("/call", "a UUID")
    }
    guard screener.answer(id, verdict) else {
      throw MethodError(
        .notFound, "nothing is asked about the call any more", ["what": "call", "name": .string(id.uuidString)])
    }
    return .object([])
  }

  /// Retires what a session registered: its providers are lost with their calls (P1), and its screeners are asked no more.
  func releasePrograms(of session: Int) {
    let (providers, screeners) = programs.withLock { $0.release(session) }
    for program in providers {
      guard let provider = host.provider(program.id) else { continue }
      provider.reportLost(TransportError(message: "its program has closed the connection"))
      provider.invalidate()
    }
    for screener in screeners { retire(screener) }
  }
}

extension TransportError {
  /// Reads a checked `TransportError`.
  init(json: JSONValue) {
    self.init(
      domain: json["domain"]?.string ?? "", code: Int32(clamping: json["code"]?.integer ?? 0),
      cause: UInt32(clamping: json["cause"]?.integer ?? 0),
      message: json["message"]?.string ?? "")
  }
}

extension ProviderConfiguration {
  /// Reads a checked `ProviderConfiguration` of the host surface.
  ///
  /// - Throws: `invalid` for an icon that is no PNG in Base64, or a button without a title.
  init(json: JSONValue?) throws(MethodError) {
    self.init(localizedName: json?["name"]?.string ?? "")
    if let name = json?["line"]?.string { line = LineID(rawValue: name) }
    if let types = json?["handleTypes"]?.strings { supportedHandleTypes = Set(types.map { Handle.Kind(rawValue: $0) }) }
    // The host mixes the audio of calls that have a port; a program has none unless it says so.
    capabilities = json?["capabilities"]?.strings.map { CallCapabilities(words: $0) } ?? CallCapabilities.usual.subtracting(.audio)
    if let number = json?["maximumCallGroups"]?.integer { maximumCallGroups = max(1, number) }
    if let number = json?["maximumCallsPerCallGroup"]?.integer { maximumCallsPerCallGroup = max(1, number) }
    if case .bool(let flag)? = json?["includesCallsInRecents"] { includesCallsInRecents = flag }
    ringtoneSound = json?["ringtone"]?.string
    icon = try Self.icon(json?["icon"], at: "/configuration/icon")
    if let button = json?["button"] {
      guard let title = button["title"]?.string, !title.isEmpty else { throw HostService.invalid("/configuration/button/title", "a title") }
      callButton = CallButton(title: title, icon: try Self.icon(button["icon"], at: "/configuration/button/icon"))
    }
    supportsVideo = capabilities.contains(.video)
  }

  private static func icon(_ json: JSONValue?, at place: String) throws(MethodError) -> Icon? {
    guard let text = json?.string else { return nil }
    guard let icon = Icon(base64: text), icon.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
      throw HostService.invalid(place, "a PNG in Base64, at most 4,096 characters")
    }
    return icon
  }
}

extension CallButton {
  /// The button as a `CallButton` of the host surface.
  var json: JSONValue {
    .object(of: ["title": .string(title), "icon": icon.map { .string($0.base64) }])
  }
}
