internal import CallControl

extension LadderBuilder {
  /// Draws one moment of the line: an event and its effects.
  ///
  /// The effects of expired deadlines come first, so the event is drawn at the first effect that answers it.
  mutating func add(_ event: LineEvent, _ effects: [LineEffect]) {
    let place = effects.firstIndex { Self.answers($0, event) } ?? effects.startIndex
    for effect in effects[..<place] { draw(effect, of: .tick) }
    draw(event, isHeard: place < effects.endIndex && Self.answers(effects[place], event))
    for effect in effects[place...] { draw(effect, of: event) }
  }

  /// Returns true when an effect is the first one that an event can cause.
  private static func answers(_ effect: LineEffect, _ event: LineEvent) -> Bool {
    switch (event, effect) {
    case (.request(let request, _), .accepted(let id, _)), (.request(let request, _), .refused(let id, _, _)): request.id == id
    case (.fulfilled, .heard), (.failed, .heard), (.incoming, .heard), (.report, .heard): true
    case (.fulfilled, .disregarded), (.failed, .disregarded), (.incoming, .disregarded), (.report, .disregarded): true
    case (.screened, .screened), (.screened, .disregardedVerdict): true
    default: false
    }
  }

  /// Draws an event.
  ///
  /// - Parameter isHeard: True when an effect shows the same with more detail: whether the line accepted it.
  private mutating func draw(_ event: LineEvent, isHeard: Bool) {
    switch event {
    case .request(let request, _):
      learn(request)
      let by = request.origin == .user ? "" : " (\(request.origin.rawValue))"
      let label = LadderLabel.text(request.body, names: names) + by
      message(from: .programs, to: here, label, .asking, about: MentionedCalls.of(request.body))
    case .fulfilled(let provider, let ref, _):
      if !isHeard { draw(.heard(provider, .fulfilled(ref.kind, ref.call)), of: event) }
    case .failed(let provider, let ref, _):
      if !isHeard { draw(.heard(provider, .failed(ref.kind, ref.call)), of: event) }
    case .incoming(let provider, let incoming, _):
      learn(incoming.call) {
        $0.direction = .incoming
        $0.provider = provider
        $0.handle = incoming.update.remoteHandle
        $0.callerName = incoming.update.localizedCallerName
      }
      if !isHeard { draw(.heard(provider, .incoming(incoming.call)), of: event) }
    case .report(let provider, let call, let report, at: _):
      learn(call, report, from: provider)
      if !isHeard { draw(.heard(provider, .report(report, call)), of: event) }
    case .screened(let screener, let call, let verdict, _):
      if !isHeard { draw(.screened(screener, call, verdict), of: event) }
    case .roster(let roster): compare(roster)
    case .lost(let provider, let loss, let roster):
      say(loss, of: provider)
      compare(roster)
    case .silence(let call): message(from: .programs, to: here, "silence", .asking, about: [call])
    case .doNotDisturb(let isOn):
      message(from: .programs, to: here, "doNotDisturb \(isOn)", .asking, about: [])
    case .policy: message(from: .programs, to: here, "another policy", .asking, about: [])
    case .standing(let standing): message(from: .programs, to: here, "standing \(standing)", .asking, about: [])
    case .notAsked, .tick: break
    }
  }

  private mutating func learn(_ request: CallRequest) {
    guard case .transaction(let actions) = request.body else { return }
    for action in actions {
      guard case .start(let details) = action.operation, let provider = action.provider else { continue }
      learn(action.call) {
        $0.direction = .outgoing
        $0.provider = provider
        $0.handle = details.handle
      }
    }
  }

  private mutating func learn(_ call: CallID, _ report: CallReport, from provider: ProviderID) {
    switch report {
    case .updated(let update):
      learn(call) {
        if let handle = update.remoteHandle { $0.handle = handle.value.isEmpty ? nil : handle }
        if let name = update.localizedCallerName { $0.callerName = name.isEmpty ? nil : name }
      }
    case .transferRequested(let handle, as: let other):
      learn(other) {
        $0.direction = .outgoing
        $0.provider = provider
        $0.handle = handle
      }
    default: break
    }
  }
}
