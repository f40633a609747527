internal import CallControl
internal import Locking

// Passes the instance's messages to the core.
extension TransportProviderDelegate {
  /// Handles the messages of one turn of an instance's loop; called by the instance.
  public func receive(_ words: [TransportWord], from instance: TransportInstance) {
    let (provider, role, audioListener) = state.withLock { ($0.provider, $0.seats.role(of: instance), $0.audioListener) }
    guard let provider, let role else { return }
    var turn = ProviderTurn(provider: provider)
    for word in words {
      switch role {
      case .present:
        if !isAside(word, &turn), !hearBesideFormer(word, from: instance, &turn) { turn.take(word) }
      case .former: hearFormer(word, from: instance, &turn)
      case .heir: break
      }
      if let listener = audioListener { hearPort(word, listener, &turn) }
      receive(word, from: instance, as: role, &turn)
    }
    turn.send()
    for body in turn.afterwards { body() }
    for call in turn.unanswered { instance.end(call, why: .hangup) }
    seats.former?.drain.poke()
  }

  /// Tells an upgrade of the beginning that it waits for; true for a loss that is not for the core.
  private func isAside(_ word: TransportWord, _ turn: inout ProviderTurn) -> Bool {
    let loss: TransportLoss?
    switch word {
    case .activated: loss = nil
    case .lost(let reason): loss = reason
    default: return false
    }
    guard let beginning = state.withLock({ $0.beginning.take() }) else { return false }
    turn.afterwards.append { beginning(loss) }
    return loss != nil
  }

  /// Notes a change of a call's audio port, to report after this turn's messages.
  private func hearPort(_ word: TransportWord, _ listener: @escaping @Sendable (TransportAudioEvent) -> Void, _ turn: inout ProviderTurn) {
    switch word {
    case .incoming(let call, let info, _, _), .updated(let call, let info, _):
      guard info.mask.contains(.audioPort), let id = call.id else { return }
      let isThere = info.flags.contains(.audioPort)
      turn.afterwards.append { listener(.port(id, isThere: isThere)) }
    default: break
    }
  }

  private func tell(_ event: TransportAudioEvent, _ turn: inout ProviderTurn) {
    guard let listener = state.withLock({ $0.audioListener }) else { return }
    turn.afterwards.append { listener(event) }
  }

  /// Handles a message that is not for the core alone.
  private func receive(_ word: TransportWord, from instance: TransportInstance, as role: ProviderSeats.Role, _ turn: inout ProviderTurn) {
    switch word {
    case .log(let level, let topic, let message): listener?(.log(level: level, topic: topic, text: message))
    case .wire(let call, _, let isOutgoing, let name, let text):
      // Earlier messages are reported first, so that a trace has both in order.
      turn.send()
      listener?(.wire(call.id, isOutgoing: isOutgoing, protocol: name, text: text))
    case .activated(let offers):
      note(offers, &turn)
      tell(.began, &turn)
      keepWithdrawn(instance, &turn)
    case .upgraded(let offers):
      note(offers, &turn)
      keepWithdrawn(instance, &turn)
    case .line(let line, _, let fault):
      change(instance) { $0.line = line == .ready ? .ready : .notReady(fault?.transportError) }
    case .limits(let limits):
      change(instance) { $0.limits = limits }
      if role == .present { turn.configure(limits.apply(to:)) }
    case .closed, .lost:
      let closings = state.withLock { state -> [@Sendable () -> Void]? in
        state.seats.remove(instance)
        guard state.seats.isEmpty else { return nil }
        defer { state.closings = [] }
        return state.closings
      }
      guard let closings else { return }
      tell(.ended, &turn)
      turn.afterwards += closings
    case .completed, .incoming, .updated, .progress, .dtmf, .transferProgress, .transferRequested, .ended, .reset: break
    }
  }

  /// Withdraws the line of an instance that begins, while the host wants it withdrawn.
  private func keepWithdrawn(_ instance: TransportInstance, _ turn: inout ProviderTurn) {
    guard state.withLock({ $0.isWithdrawn }) else { return }
    turn.afterwards.append { [self] in
      guard state.withLock({ $0.isWithdrawn }) else { return }
      instance.request(.setRegistered(false), deadlineMilliseconds: 30_000) { _ in }
      // The host may have changed its mind on another thread, and have sent its request before this one.
      guard !state.withLock({ $0.isWithdrawn }) else { return }
      instance.request(.setRegistered(true), deadlineMilliseconds: 30_000) { _ in }
    }
  }

  /// Notes what the present instance offers.
  private func note(_ offers: Set<String>, _ turn: inout ProviderTurn) {
    state.withLock { $0.seats.present?.offers = offers }
    let capabilities = CallCapabilities(offers: offers, capabilities: transport.descriptor.capabilities)
    turn.configure { $0.capabilities = capabilities }
  }

  /// Changes what is known of an instance.
  private func change(_ instance: TransportInstance, _ body: (inout ProviderSeat) -> Void) {
    state.withLock { state in
      if state.seats.present?.instance === instance {
        body(&state.seats.present!)
      } else if state.seats.former?.seat.instance === instance {
        body(&state.seats.former!.seat)
      }
    }
  }
}

/// Collects the core's messages of one turn, to report them together and in order.
struct ProviderTurn {
  let provider: Provider
  /// The functions to run after the report.
  var afterwards: [@Sendable () -> Void] = []
  /// The calls whose answer failed: the host has ended them (A11), and their callers still wait.
  private(set) var unanswered: [CallHandle] = []
  private var words: [ProviderWord] = []

  init(provider: Provider) {
    self.provider = provider
  }

  /// Adds a message of the host's own.
  mutating func say(_ word: ProviderWord) { words.append(word) }

  /// Reports the collected messages.
  mutating func send() {
    guard !words.isEmpty else { return }
    provider.report(words)
    words.removeAll(keepingCapacity: true)
  }

  /// Changes the provider's configuration, after the messages before it.
  mutating func configure(_ change: (inout ProviderConfiguration) -> Void) {
    send()
    var configuration = provider.configuration
    change(&configuration)
    provider.configuration = configuration
  }

  /// Translates one message of the instance.
  ///
  /// - Parameter isLeftBehind: true for one of a former instance (P8).
  mutating func take(_ word: TransportWord, isLeftBehind: Bool = false) {
    switch word {
    case .completed(let action, let fault): completed(action, fault)
    case .incoming(let call, let info, let replaced, _):
      guard let id = call.id else { return }
      var incoming = IncomingCall(call: id, update: info.update, replaces: replaced)
      if isLeftBehind { incoming.isLeftBehind = true }
      words.append(.incoming(incoming))
    case .updated(let call, let info, _): report(call) { .updated(info.update) }
    case .progress(let call, _, let progress, _): if let progress { report(call) { progress } }
    case .dtmf(let call, let digits, _): report(call) { .dtmf(digits) }
    case .transferProgress(let call, let native, let text, _):
      report(call) { .transferProgress(TransportError(domain: "", code: native, message: text)) }
    case .transferRequested(let call, let info, _):
      report(call) { .transferRequested(Handle(type: HandleKinds.kind(of: info.handleKind), value: info.handle), as: .fresh()) }
    case .ended(let call, let end, let fault, _): report(call) { .ended(end.reason, fault?.transportError) }
    case .line(.ready, _, _): words.append(.ready)
    case .line(_, _, let fault): words.append(.notReady(fault?.transportError))
    case .reset(let fault): words.append(.reset(fault?.transportError))
    case .lost(let loss): words.append(.lost(loss.transportError))
    case .closed, .limits, .activated, .upgraded, .log, .wire: break
    }
  }

  /// Reports about a call, unless the host knows that it is over.
  private mutating func report(_ call: TransportWord.Call, _ report: () -> CallReport) {
    if let id = call.id { words.append(.report(id, report())) }
  }

  private mutating func completed(_ action: TransportWord.Action, _ fault: TransportFault?) {
    switch action.requester {
    case .sink: break
    case .caller(let completion): afterwards.append { completion(fault) }
    case .command(let ref):
      if let word = TransportFault.completion(of: ref, fault) { words.append(word) }
      if ref.kind == .answer, let fault, !fault.isUnknownCall, !fault.isCancelled { unanswered.append(action.call) }
    }
  }
}
