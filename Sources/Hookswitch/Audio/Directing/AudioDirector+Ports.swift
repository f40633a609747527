internal import CallControl
internal import CallMixing

extension AudioDirector {
  /// Requests ports for those of a line's calls that should have one and have none.
  mutating func connect(_ line: LineID) {
    guard let stage = lines[line] else { return }
    for call in stage.snapshot.calls where stage.activations[call.provider] == .told {
      guard call.capabilities.contains(.audio), carriers.contains(call.provider), call.wantsPort else { continue }
      switch ports[call.uuid]?.state {
      case nil: ask(call.uuid, call.provider, line)
      case .silent(let state): if state != call.state { ask(call.uuid, call.provider, line) }
      case .asked, .attaching, .attached, .detaching: break
      }
    }
  }

  private mutating func ask(_ call: CallID, _ provider: ProviderID, _ line: LineID) {
    ports[call] = CallPort(provider: provider, line: line, state: .asked)
    effects.append(.ask(call, provider))
  }

  mutating func offered(_ call: CallID, _ rates: [AudioRate]) {
    guard let port = ports[call], port.state == .asked else { return }
    if port.isStale { return ask(call, port.provider, port.line) }
    guard let rate = choose(from: rates, for: port) else {
      ports[call]?.state = .silent(lines[port.line]?.snapshot[call]?.state ?? .ended)
      return
    }
    ports[call]?.state = .attaching(rate)
    effects.append(.attach(call, port.provider, rate))
  }

  /// Returns the provider's preferred rate if the call offers it, otherwise the call's best.
  private func choose(from rates: [AudioRate], for port: CallPort) -> AudioRate? {
    let wish = lines[port.line]?.configurations[port.provider]?.preferredSampleRate
    return rates.first { $0.hertz == wish } ?? rates.first
  }

  mutating func attached(_ call: CallID, _ isDone: Bool) {
    guard let port = ports[call], case .attaching(let rate) = port.state else { return }
    ports[call]?.state = .attached(rate)
    count(1, at: port.provider)
    touch(port.line)
    // Detach after a failure too: the transport owns the rings until it completes the detach.
    if !isDone || port.isOver || port.isStale { disconnect(call) }
    if !isDone { ports[call]?.isFailed = true }
  }

  /// Handles a completed detach: removes the port, or requests it again.
  mutating func detached(_ call: CallID) {
    guard let port = ports[call], port.state == .detaching else { return }
    ports[call] = nil
    guard !port.isOver, carriers.contains(port.provider), let state = lines[port.line]?.snapshot[call]?.state else { return }
    if port.isFailed {
      ports[call] = CallPort(provider: port.provider, line: port.line, state: .silent(state))
    } else {
      ask(call, port.provider, port.line)
    }
  }

  /// Handles the provider's report that a call has a port or a changed one.
  mutating func renew(_ call: CallID) {
    guard let port = ports[call] else {
      for line in lines.keys where lines[line]?.snapshot[call] != nil { connect(line) }
      return
    }
    switch port.state {
    case .silent: ask(call, port.provider, port.line)
    case .asked, .attaching: ports[call]?.isStale = true
    case .attached: disconnect(call)
    case .detaching: break
    }
  }

  /// Closes a call's port for good.
  mutating func close(_ call: CallID) {
    guard let port = ports[call] else { return }
    ports[call]?.isOver = true
    switch port.state {
    case .attached: disconnect(call)
    // A late result finds no port and is ignored.
    case .silent, .asked: ports[call] = nil
    case .attaching, .detaching: break
    }
  }

  /// Disconnects a port, after removing it from the scene.
  private mutating func disconnect(_ call: CallID) {
    guard let port = ports[call] else { return }
    ports[call]?.state = .detaching
    count(-1, at: port.provider)
    touch(port.line)
    restage()
    effects.append(.detach(call))
  }
}

extension Call {
  /// True while the call has media to connect: not before its start was fulfilled, and not while an incoming call rings.
  fileprivate var wantsPort: Bool {
    switch state {
    case .dialing, .connecting, .active, .held: true
    case .requested, .screening, .ringing, .answering, .ending, .ended: false
    }
  }
}
