internal import CallControl
internal import Locking

// Passes the instance's messages to the core.
extension TransportProviderDelegate {
  /// Handles the messages of one turn of the instance's loop; called by the instance.
  public func receive(_ words: [TransportWord], from instance: TransportInstance) {
    let (provider, audioListener) = state.withLock { state in
      (state.instance === instance ? state.provider : nil, state.audioListener)
    }
    guard let provider else { return }
    var turn = ProviderTurn(provider: provider)
    for word in words {
      turn.take(word)
      if let listener = audioListener { hearPort(word, listener, &turn) }
      receive(word, &turn)
    }
    turn.send()
    for body in turn.afterwards { body() }
    for call in turn.unanswered { instance.end(call, why: .hangup) }
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
  private func receive(_ word: TransportWord, _ turn: inout ProviderTurn) {
    switch word {
    case .log(let level, let topic, let message): listener?(.log(level: level, topic: topic, text: message))
    case .wire(let call, _, let isOutgoing, let name, let text):
      // Earlier messages are reported first, so that a trace has both in order.
      turn.send()
      listener?(.wire(call.id, isOutgoing: isOutgoing, protocol: name, text: text))
    case .activated(let offers):
      state.withLock { $0.offers = offers }
      let capabilities = CallCapabilities(offers: offers, capabilities: transport.descriptor.capabilities)
      turn.configure { $0.capabilities = capabilities }
      tell(.began, &turn)
    case .limits(let limits): turn.configure(limits.apply(to:))
    case .closed, .lost:
      tell(.ended, &turn)
      turn.afterwards += state.withLock { state in
        defer {
          state.instance = nil
          state.offers = []
          state.closings = []
        }
        return state.closings
      }
    case .completed, .incoming, .updated, .progress, .dtmf, .transferProgress, .transferRequested, .ended, .line, .reset: break
    }
  }
}
