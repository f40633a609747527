internal import CallAudio
internal import CallControl
internal import Dispatch
internal import HookswitchCore
internal import Locking
internal import TransportLoader

extension AudioConsole {
  /// Performs the director's effects in order, on the lane.
  func perform(_ effects: [AudioEffect]) {
    for effect in effects {
      switch effect {
      case .ask(let call, let provider): ask(call, provider)
      case .attach(let call, let provider, let rate): attach(call, provider, rate)
      case .detach(let call): detach(call)
      case .stage: play()
      case .tellActivated(let provider, let line, let reason): tellActivated(provider, on: line, reason)
      case .tellDeactivated(let provider, let line, let reason): tellDeactivated(provider, on: line, reason)
      case .device(let line, true): openDevice(of: line)
      case .device(let line, false): closeDevice(of: line)
      case .prefer(let line, let route): seat(line)?.device.prefer(route.map { AudioRoute(name: $0.rawValue) })
      case .recordingEnds(let id): desk.withLock { $0.taps[id] }?.recording?.stop()
      case .programEnds(let id): desk.withLock { $0.programs[id] }?.attachment.stop(.callEnded)
      case .programIsGone(let id): releaseProgram(id)
      case .programFollows(let id, let flow): desk.withLock { $0.programs[id] }?.attachment.change { $0.follow(flow) }
      case .wake(let time): host?.setSoundAlarm(at: time)
      }
    }
  }

  // MARK: Carriers

  func carrier(_ provider: ProviderID) -> CarrierLane? {
    desk.withLock { $0.carriers[provider] }
  }

  /// Registers a provider; if its delegate carries audio, it is available from now on.
  func register(_ box: ProviderBox) {
    guard let carrier = CarrierLane(box, console: self) else { return }
    desk.withLock { $0.carriers[box.id] = carrier }
    if !carrier.tellsWhenThere { take(.carrier(box.id, isThere: true)) }
  }

  /// Retires a provider; its rings are still detached through it.
  func retire(_ provider: ProviderID) {
    desk.withLock { $0.carriers[provider] = nil }
    take(.carrier(provider, isThere: false))
  }

  /// Asks a call's carrier for its rates; a provider that is gone offers none.
  private func ask(_ call: CallID, _ provider: ProviderID) {
    guard let carrier = carrier(provider) else { return take(.offered(call, [])) }
    carrier.rates(of: call) { [weak self] rates in self?.take(.offered(call, rates)) }
  }

  private func attach(_ call: CallID, _ provider: ProviderID, _ rate: AudioRate) {
    let carrier = carrier(provider)
    let memory = carrier?.ringMemory(of: call)
    guard let carrier, let leg = try? engine.makeLeg(rate, in: memory) else { return take(.attached(call, isDone: false)) }
    if let thread = memory?.takeThread() { requestRealTime(thread.thread, of: thread.process) }
    desk.withLock { $0.legs[call] = HeldLeg(leg: leg, carrier: carrier) }
    carrier.attach(call, to: leg) { [weak self] error in self?.take(.attached(call, isDone: error == nil)) }
  }

  /// Requests real time for the media thread of a transport's process, which the kernel may have granted already.
  ///
  /// On the thread's own lane, because the reply may take seconds. Without it the thread stays a plain one, which is late on a busy machine.
  private func requestRealTime(_ thread: Int32, of process: Int32) {
    guard tickSource == .thread else { return }
    threadLane.async { _ = try? RealtimeKit.raise(thread: thread, of: process, priority: AudioEngine.priority) }
  }

  private func detach(_ call: CallID) {
    guard let held = desk.withLock({ $0.legs.removeValue(forKey: call) }) else { return take(.detached(call)) }
    held.carrier.detach(call, from: held.leg) { [weak self] isFree in
      // A hung transport may still touch these rings, so the engine keeps their memory for good.
      if isFree { self?.engine.release(held.leg) }
      self?.take(.detached(call))
    }
  }

  // MARK: Owners

  private func tellActivated(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    let session = session(of: line, for: provider, reason)
    let isFirst = desk.withLock { desk in
      desk.told[line, default: [:]][provider] = session
      desk.active[provider, default: 0] += 1
      return desk.active[provider] == 1
    }
    tellObservers(of: line)
    guard let box = host?.provider(provider) else { return }
    box.call { [weak self] delegate, provider in
      delegate.provider(provider, didActivate: session)
      guard isFirst, let carrier = delegate as? any AudioCarrier else { return self?.take(.told(provider.id, line)) ?? () }
      carrier.setAudioActive(true) { [weak self] in self?.take(.told(provider.id, line)) }
    }
  }

  private func tellDeactivated(_ provider: ProviderID, on line: LineID, _ reason: AudioReason) {
    let session = session(of: line, for: provider, reason)
    let isLast = desk.withLock { desk in
      desk.told[line]?[provider] = nil
      let count = max(0, desk.active[provider, default: 0] - 1)
      desk.active[provider] = count > 0 ? count : nil
      return count == 0
    }
    tellObservers(of: line)
    host?.provider(provider)?.call { delegate, provider in
      if isLast { (delegate as? any AudioCarrier)?.setAudioActive(false) {} }
      delegate.provider(provider, didDeactivate: session)
    }
  }

  /// Makes the observers of a line's audio read it again.
  func tellObservers(of line: LineID) {
    host?.audioStates.changed(line)
  }

  /// Reports a changed route to a line's owners, unless they know it already.
  func tellChange(of line: LineID) {
    tellObservers(of: line)
    for (owner, before) in desk.withLock({ $0.told[line] ?? [:] }) {
      var session = before
      session.note(seat(line)?.device)
      guard session != before else { continue }
      desk.withLock { [session] in $0.told[line]?[owner] = session }
      host?.provider(owner)?.call { [session] in $0.provider($1, didChange: session) }
    }
  }

  /// Returns the session to report to a provider.
  private func session(of line: LineID, for provider: ProviderID, _ reason: AudioReason) -> AudioSession {
    let (configuration, seat) = desk.withLock { ($0.director.lines[line]?.configurations[provider], $0.seats[line] ?? nil) }
    var session = AudioSession(line: line)
    session.configuration = configuration ?? AudioSession.Configuration()
    session.reason = reason
    session.since = now
    session.note(seat?.device)
    return session
  }
}

extension AudioSession {
  /// Records the route of a device.
  mutating func note(_ device: (any AudioDevice)?) {
    guard let device else { return }
    sampleRate = AudioRate.fullband.hertz
    let path = device.state.path
    route = path.map { Route(rawValue: $0.route.name) }
    output = path?.output
    input = path?.input
  }
}
