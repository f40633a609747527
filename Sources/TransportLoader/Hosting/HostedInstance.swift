package import RunnerChannel
internal import Synchronization
internal import TransportABI

/// An instance whose host is in another process: each order comes with the handles that the host has given.
///
/// All functions run on the hosted loop. The sink receives the instance's words there.
///
/// `@unchecked Sendable`: only the loop's thread accesses it.
package final class HostedInstance: @unchecked Sendable {
  let instance: TransportInstance
  private var secrets: [UInt64: SecretRequest] = [:]
  /// Destroys the instance; set while it waits for secrets.
  private var whenAnswered: (() -> Void)?
  private var lastSecret: UInt64 = 0
  var ownActions: UInt64 = 1 << 63
  /// The handover that is not settled.
  var handover: Handover?
  /// The sockets to other versions, for as long as the instance lives.
  var links: [KeptDescriptor] = []

  /// Makes an instance; nil when the library has no transport of that id.
  ///
  /// - Parameters:
  ///   - limit: the limit on words that wait; `whenFull` is called when there are as many, under the instance's lock, and does not return.
  package init?(
    _ library: HostedLibrary, id: String, settings: TransportSettings, loop: HostedLoop, sink: any TransportInstanceSink,
    room limit: Int, whenFull: @escaping @Sendable () -> Void, askSecret: @escaping @Sendable (_ ticket: UInt64, _ name: String) -> Void
  ) {
    guard let transport = LoadedTransport(hosting: library.module, id: id) else { return nil }
    instance = TransportInstance(transport, settings: settings, sink: sink, on: loop.loop, ownsLoop: false)
    instance.books { $0.room.limit = limit }
    instance.whenFull = whenFull
    instance.askSecret = { [weak self] request in
      guard let self else { return }
      lastSecret += 1
      secrets[lastSecret] = request
      askSecret(lastSecret, request.name)
    }
  }

  // MARK: life

  /// Runs create, init and get_extension.
  package func establish(configuration: String) -> StepAnswer? {
    answer(instance.establish(configuration: configuration), to: .`init`)
  }

  /// Runs activate; what the plugin says in it goes ahead of the answer.
  package func activate() -> StepAnswer? {
    let step = instance.activate()
    instance.flush()
    return answer(step, to: .activate)
  }

  /// Runs deactivate; `completion` is called once the plugin has stopped.
  package func deactivate(drain: UInt32, _ completion: @escaping @Sendable () -> Void) {
    instance.deactivateAlone(drain: drain, completion)
  }

  /// Makes the plugin drop every call and action.
  package func reset() {
    instance.books { $0.reset() }
    instance.perform(.reset)
  }

  /// Destroys the instance once the host has answered its requests for secrets; `completion` follows.
  package func destroy(_ completion: @escaping () -> Void) {
    whenAnswered = { [instance] in
      instance.perform(.destroy)
      completion()
    }
    destroyIfAnswered()
  }

  /// Destroys the instance at once, because no answers come any more.
  package func destroyNow() {
    for (_, request) in secrets { instance.answer(request, HSW_E_STATE, "") }
    secrets = [:]
    instance.perform(.destroy)
  }

  private func destroyIfAnswered() {
    guard secrets.isEmpty, let destroy = whenAnswered.take() else { return }
    destroy()
  }

  /// The counts of its breaches of the contract.
  package var breaches: TransportMisbehaviour { instance.misbehaviour }

  /// Notes the number of words of the process that wait on their way; returns the number of messages for people that were dropped.
  package func noteAhead(_ count: Int) -> Int {
    instance.books { ledger in
      ledger.room.ahead = count
      return ledger.room.takeDropped()
    }
  }

  /// The names and functions that the plugin offers.
  package var offers: OffersBody {
    var body = OffersBody()
    guard let tables = instance.tables else { return body }
    body.extensions = OfferedExtension.bits(of: tables.offers)
    body.functions = OfferedFunction.allCases.reduce(0) { $0 | ($1.isIn(tables) ? 1 << $1.rawValue : 0) }
    if let schema = tables.config.schema, let text = BorrowedText.read(schema(tables.instance.ctx)) { body.schema = FrameText(text) }
    return body
  }

  func answer(_ step: TransportInstance.Step, to call: PluginCall) -> StepAnswer? {
    switch step {
    case .done: StepAnswer(function: call.name, status: HSW_OK)
    case .failed(.refused(let function, let status, let text)): StepAnswer(function: function, status: status, sentence: text)
    case .failed(let loss): StepAnswer(function: call.name, status: HSW_E_FAIL, sentence: loss.description)
    case .hangs: nil
    }
  }

  // MARK: orders

  /// Carries out an action under the host's handles.
  package func act(_ action: ActionHandle, _ call: CallHandle, _ order: PluginAction, deadline: UInt32) {
    let target: InstanceLedger.Target = order.effect == .start ? .new(nil) : call == .none ? .none : .call(call)
    let booking = instance.books { ledger in
      ledger.follow(action: action, call: order.effect == .start ? call : .none)
      return ledger.book(order.effect, of: target)
    }
    if booking.result == .booked { instance.perform(.act(booking.action, booking.call, order, deadline: deadline)) }
  }

  /// Ends a call that the host has refused, without a completion for it.
  package func end(_ call: CallHandle, why: EndWhy) {
    ownActions += 1
    act(ActionHandle(rawValue: ownActions), call, .end(why), deadline: 5000)
  }

  /// True for an action of the host; false for one of `end`.
  package static func isHosts(_ action: ActionHandle) -> Bool { action.rawValue >> 63 == 0 }

  /// Tells the plugin that an incoming call is shown.
  package func shown(_ call: CallHandle) { instance.perform(.shown(call)) }

  /// Gives an action up.
  package func cancel(_ action: ActionHandle) {
    if instance.books({ $0.cancel(action) }) { instance.perform(.cancel(action)) }
  }

  /// Tells the plugin the host's decision about a transfer.
  package func decide(_ call: CallHandle, isAccepted: Bool, _ fault: TransportFault?) {
    instance.perform(.verdict(call, isAccepted: isAccepted, fault))
  }

  /// Changes whether messages of the network protocol are wanted; a request for diagnostics follows.
  package func setWantsWire(_ isWanted: Bool) { instance.takesWire.store(isWanted, ordering: .relaxed) }

  /// Asks for diagnostics.
  package func dump(_ call: CallHandle, level: UInt32) -> AnswerBody {
    switch instance.answer(to: .dump(call, level: level)) {
    case .success(let bytes)?: .done(bytes)
    case .failure(let fault)?: .failed(fault.code)
    case nil: .failed(HSW_E_TIMEOUT)
    }
  }

  /// Asks the far end for tests.
  package func ask(_ order: HostedPeerOrder) -> AnswerBody {
    let peer: PeerOrder =
      switch order {
      case .dialable: .dialable
      case .call(let info): .call(info)
      case .order(let call, let what, let argument): .order(call, what: what, argument: argument)
      case .observe(let call): .observe(call)
      }
    let answer = instance.ask(peer)
    guard answer.status == HSW_OK else { return .failed(answer.status) }
    return .done(answer.info.map { InfoBody($0).bodyBytes } ?? Array((answer.observation ?? "").utf8))
  }

  /// Passes on a secret that the host has fetched; false when none was asked for.
  package func take(_ secret: SecretBody) -> Bool {
    guard let request = secrets.removeValue(forKey: secret.ticket) else { return false }
    instance.answer(request, secret.status, secret.value.string ?? "")
    destroyIfAnswered()
    return true
  }
}

/// An order to the far end for tests.
package enum HostedPeerOrder: Sendable {
  case dialable
  case call(TransportCallInfo)
  case order(CallHandle, what: UInt32, argument: String)
  case observe(CallHandle)
}
