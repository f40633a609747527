internal import CallControl
internal import Locking

// Passes the instance's messages to the core.
extension TransportProviderDelegate {
  /// Handles the messages of one turn of the instance's loop; called by the instance.
  public func receive(_ words: [TransportWord], from instance: TransportInstance) {
    guard let provider = state.withLock({ $0.instance === instance ? $0.provider : nil }) else { return }
    var turn = ProviderTurn(provider: provider)
    var rest = words[...]
    while !rest.isEmpty {
      // Most messages only need the call table: consecutive ones are handled under one lock.
      let taken = state.withLock { state in
        let plain = rest.prefix(while: \.needsOnlyTheBook)
        for word in plain {
          if case .completed(let action, let fault) = word, let answer = state.answers.removeValue(forKey: action) {
            turn.afterwards.append { answer(fault) }
          } else {
            turn.take(word, &state.book)
            hearPort(word, state, &turn)
          }
        }
        return plain.count
      }
      rest = rest.dropFirst(taken)
      if let word = rest.popFirst() { receive(word, &turn) }
    }
    turn.send()
    for body in turn.afterwards { body() }
    for call in state.withLock({ $0.book.takeUnanswered() }) { end(call, instance, why: .hangup) }
  }

  /// Notes a change of a call's audio port, to report after this turn's messages.
  private func hearPort(_ word: TransportWord, _ state: State, _ turn: inout ProviderTurn) {
    guard let listener = state.audioListener else { return }
    switch word {
    case .incoming(let call, let info, _), .updated(let call, let info, _):
      guard info.mask.contains(.audioPort), let id = state.book[call]?.id else { return }
      let isThere = info.flags.contains(.audioPort)
      turn.afterwards.append { listener(.port(id, isThere: isThere)) }
    default: break
    }
  }

  private func tell(_ event: TransportAudioEvent, _ turn: inout ProviderTurn) {
    guard let listener = state.withLock({ $0.audioListener }) else { return }
    turn.afterwards.append { listener(event) }
  }

  /// Handles a message that changes more than the call table.
  private func receive(_ word: TransportWord, _ turn: inout ProviderTurn) {
    switch word {
    case .log(let level, let topic, let message): listener?(.log(level: level, topic: topic, text: message))
    case .wire(let call, _, let isOutgoing, let name, let text):
      // Earlier messages are reported first, so that a trace has both in order.
      turn.send()
      listener?(.wire(state.withLock { $0.book[call]?.id }, isOutgoing: isOutgoing, protocol: name, text: text))
    case .activated(let offers):
      state.withLock { $0.offers = offers }
      let capabilities = CallCapabilities(offers: offers, capabilities: transport.descriptor.capabilities)
      turn.configure { $0.capabilities = capabilities }
      tell(.began, &turn)
    case .limits(let limits): turn.configure(limits.apply(to:))
    case .closed, .lost:
      tell(.ended, &turn)
      turn.afterwards += state.withLock { state in
        turn.take(word, &state.book)
        let waiting = state.answers.values.map { answer in { @Sendable in answer(Self.stopped) } }
        defer {
          state.instance = nil
          state.offers = []
          state.closings = []
          state.answers = [:]
        }
        return state.closings + waiting
      }
    default: break
    }
  }

  static let stopped = TransportFault(code: -4, message: "it does not run")
}

extension TransportWord {
  /// True for messages about calls, actions or the line only.
  fileprivate var needsOnlyTheBook: Bool {
    switch self {
    case .completed, .incoming, .updated, .progress, .dtmf, .transferProgress, .transferRequested, .ended, .line, .reset: true
    case .limits, .log, .wire, .activated, .closed, .lost: false
    }
  }
}
