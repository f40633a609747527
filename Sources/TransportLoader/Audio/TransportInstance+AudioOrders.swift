internal import Locking
internal import TransportABI

// The audio extension, on the instance's loop: no tick runs beside a plugin function that takes or gives up rings.
extension TransportInstance {
  /// Performs an order and answers it.
  func perform(_ order: AudioOrder, ticket: UInt64) {
    // No answer means that the instance hangs, and that its orders were answered when it was given up.
    guard let answer = answer(to: order) else { return }
    audio.withLock { $0.take(ticket) }?(answer)
  }

  /// Performs an order; nil when the instance hangs.
  func answer(to order: AudioOrder) -> AudioAnswer? {
    switch order {
    case .formats(let call): formats(of: call)
    case .attach(let call, let format, let rings): attach(call, format, rings)
    case .detach(let call): release(call) ? .done : nil
    case .active(let isActive): activateAudio(isActive)
    }
  }

  /// Passes on the clock of an instance that holds rings, or that it holds none any more.
  func tellRings() {
    guard let whenRingsChange else { return }
    whenRingsChange(audio.withLock { $0.isEmpty ? nil : $0.clock })
  }

  /// Connects the media clock to the instance; called once the instance's tables are known.
  func openGate() {
    guard let tables, let tick = tables.audio.tick else { return }
    gate.exclusively { gate.lead(to: tick, tables.instance.ctx) }
    HostTables.keep(gate)
    audio.withLock { $0.clock = TransportMediaClock(gate) }
  }

  /// Takes the rings back from ended calls, before listeners learn that the calls ended.
  func releaseRings(after words: [TransportWord]) {
    guard audio.withLock({ !$0.isEmpty }) else { return }
    for word in words {
      switch word {
      case .ended(let call, _, _, _): _ = release(call.handle)
      case .reset: _ = releaseAll()
      default: break
      }
    }
  }

  /// Takes all rings back; false when the instance hangs.
  func releaseAll() -> Bool {
    for call in audio.withLock({ $0.all }) {
      guard release(call) else { return false }
    }
    return true
  }

  /// Runs a plugin function while no tick runs; nil when that function or a tick hangs.
  func withoutTick<Result>(_ call: PluginCall, _ body: () -> Result) -> Result? {
    // The watchdog counts the wait for a running tick as the tick's.
    guard audio.withLock({ $0.clock != nil }) else { return loop.call(call, body) }
    var result: Result?
    guard loop.call(.tick, { gate.exclusively { result = loop.watch.rename(call) ? body() : nil } }) != nil else { return nil }
    return result
  }

  private func formats(of call: CallHandle) -> AudioAnswer? {
    guard let tables, books({ $0.calls.contains(call.rawValue) }), tables.audio.formats != nil else { return .formats([]) }
    let (ask, context) = (tables.audio.formats, tables.instance.ctx)
    let list = loop.call(.formats) { () -> Result<[TransportAudioFormat], AudioFormatList.Failure> in
      do throws(AudioFormatList.Failure) {
        return .success(
          try AudioFormatList.read { ask?(context, hsw_call(id: call.rawValue), $0, $1, $2) ?? HSW_E_NOTSUP })
      } catch {
        return .failure(error)
      }
    }
    switch list {
    case nil: return nil
    case .success(let formats): return .formats(formats)
    case .failure(.refused): return .formats([])
    case .failure(.malformed):
      books { $0.misbehaviour.malformed += 1 }
      return .formats([])
    }
  }

  private func attach(_ call: CallHandle, _ format: TransportAudioFormat, _ rings: TransportRings) -> AudioAnswer? {
    guard let tables, let attach = tables.audio.attach else { return .failed(TransportFault(.notSupported)) }
    guard books({ $0.phase.canSpeak && $0.calls.contains(call.rawValue) }) else { return .failed(TransportFault(.noSuchCall)) }
    guard audio.withLock({ !$0.isAttached(call) }) else { return .failed(TransportFault(.wrongState)) }
    // Noted before the attach: a plugin that hangs in it has the rings already.
    audio.withLock { $0.attach(call) }
    var (table, toNet, fromNet) = (format.table, rings.toNet, rings.fromNet)
    let status = withoutTick(.attach) { attach(tables.instance.ctx, hsw_call(id: call.rawValue), &table, &toNet, &fromNet) }
    guard let status else { return nil }
    guard status != HSW_OK else {
      tellRings()
      return .done
    }
    audio.withLock { $0.detach(call) }
    if status > HSW_OK { books { $0.misbehaviour.malformed += 1 } }
    return .failed(TransportFault(status: status))
  }

  /// Takes a call's rings back, if it has any; false when the instance hangs.
  private func release(_ call: CallHandle) -> Bool {
    guard audio.withLock({ $0.isAttached(call) }) else { return true }
    guard let tables else { return true }
    guard withoutTick(.detach, { tables.audio.detach?(tables.instance.ctx, hsw_call(id: call.rawValue)) }) != nil else { return false }
    audio.withLock { $0.detach(call) }
    tellRings()
    return true
  }

  private func activateAudio(_ isActive: Bool) -> AudioAnswer? {
    guard let tables, books({ $0.phase.canSpeak }), tables.audio.active != nil else { return .done }
    return loop.call(.audioActive) { tables.audio.active?(tables.instance.ctx, isActive ? 1 : 0) }.map { .done }
  }
}
