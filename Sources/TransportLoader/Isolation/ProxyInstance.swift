internal import Locking
internal import RunnerChannel
internal import TransportABI

/// An instance in a runner, as the rest of the loader sees every instance: a table of functions.
///
/// Its functions write frames. What the runner says enters the host through the host's functions, like the words of a plugin. All of it
/// runs on the loop's thread.
final class ProxyInstance {
  let link: RunnerLink
  /// Its number in the frames.
  let number: UInt16
  /// The number of its resets so far.
  private(set) var epoch: UInt16 = 0
  let host: ProxyHost
  var arena = TextArena()
  private(set) weak var owner: (any ProxyOwner)?
  let tables = ProxyTables()
  /// The counts in the runner's last word about breaches.
  private var counted = TransportMisbehaviour()
  /// The wish for messages that its runner knows.
  private var toldWire = false
  /// The texts of its settings, among which are the names of its secrets.
  var settings = SettingTexts()
  /// The failure of `init`, which the same order as `create` carries.
  private var failure: StepAnswer?
  /// The settings that it has taken last.
  private(set) var configuration = ""
  /// The settings that it has been asked to take, by their actions.
  var applying: [UInt64: String] = [:]
  /// The rings that it has, by their calls.
  var attachments: [UInt64: ProxyRings] = [:]
  /// The words of a new version that has not taken over; nil for an instance that serves its owner.
  private var held: [FrameMessage<WordType>]?
  /// The things and the books that an old version has handed over.
  var handed = HandoverCargo()
  var handedBooks = BooksBody()

  /// Makes an instance.
  ///
  /// - Parameter isHeld: true for a new version, whose words wait until it has taken over.
  init(_ link: RunnerLink, number: UInt16, owner: any ProxyOwner, host: ProxyHost, isHeld: Bool = false) {
    self.link = link
    self.number = number
    self.owner = owner
    self.host = host
    if isHeld { held = [] }
  }

  /// The time-out of a question, in milliseconds.
  var patience: UInt32 { owner?.settings.patienceMilliseconds ?? 2000 }

  /// The time-out for making an instance, in milliseconds: some transports read large files.
  private static let createPatience: UInt32 = 15_000

  /// Loses the instance with the end of its process.
  func lose(_ death: RunnerDeath) {
    // A new version that has not taken over has nothing to lose.
    guard let owner, held == nil else { return }
    var death = death
    death.calls = owner.callCount
    owner.lose(.died(death))
  }

  /// Adds the breaches that the runner's ledger has refused since the last word about them.
  func count(_ breaches: TransportMisbehaviour) {
    owner?.add(breaches, since: counted)
    counted = breaches
  }

  /// True while it has a call or an action.
  var isBusy: Bool { held == nil && owner?.isBusy == true }

  /// True while it holds rings that its `tick` serves.
  var hasTicks: Bool { held == nil && tables.hasTick && owner?.hasRings == true }

  /// The number of its breaches of the contract, without words that have only come too late.
  var breaches: Int { owner?.breachCount ?? 0 }

  /// The number of its breaches when they were judged last.
  var judgedBreaches = 0

  /// Writes a warning to the log.
  func warn(_ topic: String, _ message: String) { owner?.warn(topic, message) }

  /// Its transport's id.
  var transport: String { owner?.descriptor.id ?? "" }

  // MARK: life

  /// Creates and initialises the instance.
  ///
  /// Its failure to initialise is reported by `initialize`.
  func create(
    _ id: String, _ configuration: String, _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>,
    _ why: UnsafeMutablePointer<hsw_why>
  ) -> hsw_status {
    guard let answer = link.ask(.create, of: self, createBody(id, configuration), as: .create, milliseconds: Self.createPatience) else {
      WhyText.write("its process is gone", to: why)
      return HSW_E_FAIL
    }
    let step = StepAnswer(answer)
    if step.status != HSW_OK, step.function == PluginCall.create.name {
      link.remove(self)
      WhyText.write(step.sentence, step.status, to: why)
      return step.status < 0 ? step.status : HSW_E_RANGE
    }
    if step.status != HSW_OK { failure = step }
    owner?.take(link.audioMemory)
    out.pointee = lend()
    return HSW_OK
  }

  /// The body of the order that creates the instance.
  func createBody(_ id: String, _ configuration: String) -> CreateBody {
    var body = CreateBody()
    toldWire = owner?.wantsWire ?? false
    body.wantsWire = toldWire
    if let general = owner?.settings {
      (body.logLevel, body.patienceMilliseconds) = (general.logLevel, general.patienceMilliseconds)
      (body.hostName, body.hostVersion) = (FrameText(general.hostName), FrameText(general.hostVersion))
    }
    (body.id, body.configuration) = (FrameText(id), FrameText(configuration))
    settings.add(configuration)
    self.configuration = configuration
    return body
  }

  /// Fills the instance's table, whose context keeps this object until `destroy`.
  func lend() -> UnsafePointer<hsw_instance> { tables.fill(context: Unmanaged.passRetained(self).toOpaque()) }

  /// Ends its service, because a new version has taken over: the end of its process is no loss any more. [loop]
  func retire() { owner = nil }

  /// Lets go of a table whose instance has never served. [loop]
  func discard() { Unmanaged.passUnretained(self).release() }

  /// Begins to serve the owner: the words that have waited follow.
  func release() throws(FrameFault) {
    guard let words = held.take() else { return }
    for word in words { try hear(word) }
  }

  func initialize(_ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
    guard let failure else { return HSW_OK }
    let isInit = failure.function == PluginCall.`init`.name
    WhyText.write(isInit ? failure.sentence : "\(failure.function): \(failure.sentence)", failure.status, to: why)
    return failure.status < 0 ? failure.status : HSW_E_RANGE
  }

  func activate(_ why: UnsafeMutablePointer<hsw_why>) -> hsw_status {
    guard let answer = link.ask(.activate, of: self, EmptyBody(), as: .activate, milliseconds: patience) else { return HSW_E_FAIL }
    let step = StepAnswer(answer)
    if step.status != HSW_OK { WhyText.write(step.sentence, step.status, to: why) }
    return step.status
  }

  func deactivate(drain: UInt32) -> hsw_status {
    guard link.isUp else { return HSW_OK }
    send(.deactivate, NumberBody(drain), other: link.receipt(for: self))
    return HSW_PENDING
  }

  func reset() {
    epoch &+= 1
    send(.reset, EmptyBody(), other: link.receipt(for: self))
  }

  func destroy() { link.remove(self) }

  // MARK: orders

  /// Asks for diagnostics, and first tells the runner of a change in the wish for messages. [loop]
  func dump(_ call: UInt64, level: UInt32) -> AnswerBody? {
    if let wants = owner?.wantsWire, wants != toldWire {
      toldWire = wants
      send(.wire, NumberBody(wants ? 1 : 0))
    }
    return ask(.dump, call: call, NumberBody(level), as: .dump)
  }

  /// Sends an order of this instance.
  @discardableResult
  func send(_ kind: OrderType, _ body: some FrameBody, call: UInt64 = 0, other: UInt64 = 0) -> Bool {
    link.send(kind, FrameAddress(instance: number, epoch: epoch, call: call, other: other), body)
  }

  /// Sends an action, whose completion comes as a word.
  func act(_ kind: OrderType, _ action: hsw_action, _ call: hsw_call, _ body: some FrameBody) -> hsw_status {
    // A message that is too long for the channel is too long for the contract, too.
    send(kind, body, call: call.id, other: action.id) ? HSW_PENDING : link.isUp ? HSW_E_RANGE : HSW_E_STATE
  }

  /// Asks a question, and waits for its answer.
  ///
  /// - Parameter blob: bytes that are too long for a frame.
  func ask(
    _ kind: OrderType, call: UInt64 = 0, _ body: some FrameBody, as function: PluginCall, blob: [UInt8]? = nil
  ) -> AnswerBody? {
    link.ask(kind, of: self, call: call, body, as: function, milliseconds: patience, blob: blob)
  }

  // MARK: words

  /// Passes a word on to the host's functions, as if the plugin had called them.
  ///
  /// - Throws: a fault when an intact runner cannot have sent it.
  func hear(_ message: FrameMessage<WordType>) throws(FrameFault) {
    // Compared with wrap-around: an epoch ahead of this one has not begun.
    let age = epoch &- message.address.epoch
    guard age < 0x8000 else { throw .epoch(message.address.epoch) }
    if message.kind == .offers {
      let body = try message.body(OffersBody.self)
      return tables.offer(extensions: body.extensions, functions: body.functions, schema: body.schema)
    }
    if age > 0, message.kind.isAboutCalls { return try message.check() }
    if held != nil, message.kind.waitsForUpgrade {
      try message.check()
      guard held!.count < Self.mostHeld else { throw .message(type: message.kind.rawValue) }
      held!.append(message)
      return
    }
    if message.kind == .actionDone { noteApplied(message) }
    try say(message)
  }

  /// The most words of a new version that wait.
  private static let mostHeld = 1024

  /// Remembers settings that the plugin has taken.
  private func noteApplied(_ message: FrameMessage<WordType>) {
    guard let settings = applying.removeValue(forKey: message.address.other) else { return }
    if let body = try? message.body(DoneBody.self), !body.error.isPresent { configuration = settings }
  }
}

extension WordType {
  /// True for words about calls and actions, which mean nothing after a reset.
  var isAboutCalls: Bool {
    switch self {
    case .actionDone, .incoming, .update, .state, .dtmf, .ended, .progress, .transferRequest, .reset: true
    case .answer, .offers, .line, .limits, .deactivated, .requestRestart, .log, .wire, .secret, .turnEnd, .beat, .synced, .breaches: false
    }
  }

  /// True for words that wait while their speaker is a new version that has not taken over.
  fileprivate var waitsForUpgrade: Bool {
    switch self {
    case .log, .wire, .secret, .answer, .offers, .turnEnd, .beat, .synced: false
    case .actionDone, .incoming, .update, .state, .dtmf, .ended, .progress, .transferRequest, .reset, .line, .limits, .deactivated,
      .requestRestart, .breaches:
      true
    }
  }
}
