internal import Locking
internal import TransportABI

// The audio extension, on the instance's loop: whatever names rings happens while no tick runs.
extension TransportInstance {
  /// Does what was asked, and answers it.
  func perform(_ order: AudioOrder, ticket: UInt64) {
    let answer: AudioAnswer? =
      switch order {
      case .formats(let call): formats(of: call)
      case .attach(let call, let format, let rings): attach(call, format, rings)
      case .detach(let call): release(call) ? .done : nil
      case .active(let isActive): activateAudio(isActive)
      }
    // Without an answer the instance hangs: whoever gave it up has answered.
    guard let answer else { return }
    audio.withLock { $0.take(ticket) }?(answer)
  }

  /// Lets the media clock reach the instance; called once its tables are there.
  func openGate() {
    guard let tables, let tick = tables.audio.tick else { return }
    gate.exclusively { gate.lead(to: tick, tables.instance.ctx) }
    HostTables.keep(gate)
    audio.withLock { $0.clock = TransportMediaClock(gate) }
  }

  /// Takes the rings from calls that are over; called before anybody hears that they are.
  func releaseRings(after words: [TransportWord]) {
    guard audio.withLock({ !$0.isEmpty }) else { return }
    for word in words {
      switch word {
      case .ended(let call, _, _, _): _ = release(call)
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

  /// Runs something of the plugin's that no tick may run beside; nil when the instance hangs, or its tick does.
  func withoutTick<Result>(_ call: PluginCall, _ body: () -> Result) -> Result? {
    // Waiting for a tick that never returns is what the watchdog must see, and by its name.
    guard audio.withLock({ $0.clock != nil }) else { return loop.call(call, body) }
    var result: Result?
    guard loop.call(.tick, { gate.exclusively { result = loop.watch.rename(call) ? body() : nil } }) != nil else { return nil }
    return result
  }

  private func formats(of call: CallHandle) -> AudioAnswer? {
    guard let tables, books({ $0.calls[call.rawValue] != nil }), tables.audio.formats != nil else { return .formats([]) }
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
    guard let tables, let attach = tables.audio.attach else { return .failed(TransportFault(code: HSW_E_NOTSUP)) }
    guard books({ $0.phase.canSpeak && $0.calls[call.rawValue] != nil }) else { return .failed(TransportFault(code: HSW_E_NOCALL)) }
    guard audio.withLock({ !$0.isAttached(call) }) else { return .failed(TransportFault(code: HSW_E_STATE)) }
    // Noted before: one that hangs in attach has the rings already.
    audio.withLock { $0.attach(call) }
    var (table, toNet, fromNet) = (format.table, rings.toNet, rings.fromNet)
    let status = withoutTick(.attach) { attach(tables.instance.ctx, hsw_call(id: call.rawValue), &table, &toNet, &fromNet) }
    guard let status else { return nil }
    guard status != HSW_OK else { return .done }
    audio.withLock { $0.detach(call) }
    if status > HSW_OK { books { $0.misbehaviour.malformed += 1 } }
    return .failed(TransportFault(code: status > HSW_OK ? HSW_E_RANGE : status))
  }

  /// Takes a call's rings back, if it has any; false when the instance hangs.
  private func release(_ call: CallHandle) -> Bool {
    guard audio.withLock({ $0.isAttached(call) }) else { return true }
    guard let tables else { return true }
    guard withoutTick(.detach, { tables.audio.detach?(tables.instance.ctx, hsw_call(id: call.rawValue)) }) != nil else { return false }
    audio.withLock { $0.detach(call) }
    return true
  }

  private func activateAudio(_ isActive: Bool) -> AudioAnswer? {
    guard let tables, books({ $0.phase.canSpeak }), tables.audio.active != nil else { return .done }
    return loop.call(.audioActive) { tables.audio.active?(tables.instance.ctx, isActive ? 1 : 0) }.map { .done }
  }
}
