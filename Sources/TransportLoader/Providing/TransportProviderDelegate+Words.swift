internal import CallControl
internal import Locking

// What the instance says, on its way up.
extension TransportProviderDelegate {
  /// Takes what one turn of the instance's loop said; called by the instance.
  public func receive(_ words: [TransportWord], from instance: TransportInstance) {
    guard let provider = state.withLock({ $0.instance === instance ? $0.provider : nil }) else { return }
    var turn = ProviderTurn(provider: provider)
    var rest = words[...]
    while !rest.isEmpty {
      // Most words only need the book: as many of them as stand together are taken under one lock.
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

  /// Tells of a call's audio port, once the words of this turn are handed up.
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

  /// Takes a word that changes more than the book.
  private func receive(_ word: TransportWord, _ turn: inout ProviderTurn) {
    switch word {
    case .log(let level, let topic, let message): listener?(.log(level: level, topic: topic, text: message))
    case .wire(let call, _, let isOutgoing, let name, let text):
      // What was said before it goes up before it, so that a trace has both in their order.
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
  /// Whether it is about calls, actions or the line, and nothing else.
  fileprivate var needsOnlyTheBook: Bool {
    switch self {
    case .completed, .incoming, .updated, .progress, .dtmf, .transferProgress, .transferRequested, .ended, .line, .reset: true
    case .limits, .log, .wire, .activated, .closed, .lost: false
    }
  }
}
