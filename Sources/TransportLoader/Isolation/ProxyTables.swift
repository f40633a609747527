internal import RunnerChannel
internal import TransportABI

/// The tables of functions of one proxy, which name only what its plugin has.
///
/// They live until the proxy is destroyed.
final class ProxyTables {
  private let instance = UnsafeMutablePointer<hsw_instance>.allocate(capacity: 1)
  private let calls = UnsafeMutablePointer<hsw_calls>.allocate(capacity: 1)
  private let hold = UnsafeMutablePointer<hsw_hold>.allocate(capacity: 1)
  private let mute = UnsafeMutablePointer<hsw_mute>.allocate(capacity: 1)
  private let dtmf = UnsafeMutablePointer<hsw_dtmf>.allocate(capacity: 1)
  private let group = UnsafeMutablePointer<hsw_group>.allocate(capacity: 1)
  private let transfer = UnsafeMutablePointer<hsw_transfer>.allocate(capacity: 1)
  private let deflect = UnsafeMutablePointer<hsw_deflect>.allocate(capacity: 1)
  private let line = UnsafeMutablePointer<hsw_line>.allocate(capacity: 1)
  private let config = UnsafeMutablePointer<hsw_config>.allocate(capacity: 1)
  private let diag = UnsafeMutablePointer<hsw_diag>.allocate(capacity: 1)
  private let testPeer = UnsafeMutablePointer<hsw_test_peer>.allocate(capacity: 1)
  private let audio = UnsafeMutablePointer<hsw_audio>.allocate(capacity: 1)
  private let state = UnsafeMutablePointer<hsw_state>.allocate(capacity: 1)
  private let health = UnsafeMutablePointer<hsw_health>.allocate(capacity: 1)
  private let handover = UnsafeMutablePointer<hsw_handover>.allocate(capacity: 1)
  private var extensions: UInt32 = 0
  /// True when the runner's media thread ticks the plugin while a call has audio.
  private(set) var hasTick = false
  private var kept: [UnsafeMutablePointer<CChar>] = []
  /// The schema of the configuration.
  private(set) var schema = hsw_str()

  init() {
    instance.initialize(to: hsw_instance())
    calls.initialize(to: hsw_calls())
    hold.initialize(to: hsw_hold())
    mute.initialize(to: hsw_mute())
    dtmf.initialize(to: hsw_dtmf())
    group.initialize(to: hsw_group())
    transfer.initialize(to: hsw_transfer())
    deflect.initialize(to: hsw_deflect())
    line.initialize(to: hsw_line())
    config.initialize(to: hsw_config())
    diag.initialize(to: hsw_diag())
    testPeer.initialize(to: hsw_test_peer())
    audio.initialize(to: hsw_audio())
    state.initialize(to: hsw_state())
    health.initialize(to: hsw_health())
    handover.initialize(to: hsw_handover())
  }

  deinit {
    instance.deallocate()
    calls.deallocate()
    hold.deallocate()
    mute.deallocate()
    dtmf.deallocate()
    group.deallocate()
    transfer.deallocate()
    deflect.deallocate()
    line.deallocate()
    config.deallocate()
    diag.deallocate()
    testPeer.deallocate()
    audio.deallocate()
    state.deallocate()
    health.deallocate()
    handover.deallocate()
    for text in kept { text.deallocate() }
  }

  /// Keeps a text until the proxy is destroyed, and returns it as the contract has it.
  func keep(_ text: FrameText) -> hsw_str {
    guard !text.bytes.isEmpty else { return hsw_str() }
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: text.bytes.count + 1)
    for (index, byte) in text.bytes.enumerated() { memory[index] = CChar(bitPattern: byte) }
    memory[text.bytes.count] = 0
    kept.append(memory)
    return hsw_str(p: UnsafePointer(memory), n: text.bytes.count)
  }

  /// Fills the table of the instance.
  func fill(context: UnsafeMutableRawPointer) -> UnsafePointer<hsw_instance> {
    instance.pointee = hsw_instance(
      size: Self.size(hsw_instance.self), flags: 0, ctx: context, init: proxyInit, activate: proxyActivate, deactivate: proxyDeactivate,
      reset: proxyReset, destroy: proxyDestroy, get_extension: proxyGetExtension)
    return UnsafePointer(instance)
  }

  /// Fills the tables of the extensions that the runner has named; it names them once, before `init` returns.
  func offer(extensions: UInt32, functions: UInt32, schema: FrameText) {
    self.schema = keep(schema)
    func has(_ function: OfferedFunction) -> Bool { function.isIn(functions) }
    self.extensions = extensions
    calls.pointee = hsw_calls(
      size: Self.size(hsw_calls.self), flags: 0, start: proxyStart, answer: proxyAnswer, end: proxyEnd,
      shown: has(.shown) ? proxyShown : nil, cancel: has(.cancel) ? proxyCancel : nil, decline: has(.decline) ? proxyDecline : nil)
    hold.pointee = hsw_hold(size: Self.size(hsw_hold.self), flags: 0, set_held: has(.setHeld) ? proxySetHeld : nil)
    mute.pointee = hsw_mute(size: Self.size(hsw_mute.self), flags: 0, set_muted: has(.setMuted) ? proxySetMuted : nil)
    dtmf.pointee = hsw_dtmf(size: Self.size(hsw_dtmf.self), flags: 0, play: has(.play) ? proxyPlay : nil)
    group.pointee = hsw_group(size: Self.size(hsw_group.self), flags: 0, set_group: has(.setGroup) ? proxySetGroup : nil)
    transfer.pointee = hsw_transfer(
      size: Self.size(hsw_transfer.self), flags: 0, blind: has(.blind) ? proxyBlind : nil, attended: has(.attended) ? proxyAttended : nil,
      verdict: has(.verdict) ? proxyVerdict : nil)
    deflect.pointee = hsw_deflect(size: Self.size(hsw_deflect.self), flags: 0, deflect: has(.deflect) ? proxyDeflect : nil)
    line.pointee = hsw_line(
      size: Self.size(hsw_line.self), flags: 0, set_registered: has(.setRegistered) ? proxySetRegistered : nil)
    config.pointee = hsw_config(size: Self.size(hsw_config.self), flags: 0, schema: proxySchema, apply: has(.apply) ? proxyApply : nil)
    diag.pointee = hsw_diag(size: Self.size(hsw_diag.self), flags: 0, dump: has(.dump) ? proxyDump : nil)
    testPeer.pointee = hsw_test_peer(
      size: Self.size(hsw_test_peer.self), flags: 0, dialable: has(.dialable) ? proxyDialable : nil,
      call: has(.peerCall) ? proxyPeerCall : nil, order: has(.peerOrder) ? proxyPeerOrder : nil,
      observe: has(.peerObserve) ? proxyPeerObserve : nil)
    // The runner has a clock of its own for `tick`.
    audio.pointee = hsw_audio(
      size: Self.size(hsw_audio.self), flags: 0, formats: proxyFormats, attach: proxyAttach, detach: proxyDetach,
      active: has(.audioActive) ? proxyAudioActive : nil, tick: nil)
    state.pointee = hsw_state(
      size: Self.size(hsw_state.self), flags: 0, save: has(.save) ? proxySave : nil, load: has(.load) ? proxyLoad : nil)
    health.pointee = hsw_health(size: Self.size(hsw_health.self), flags: 0, ping: has(.ping) ? proxyPing : nil)
    handover.pointee = hsw_handover(
      size: Self.size(hsw_handover.self), flags: 0,
      ways: (has(.handsCallsOver) ? HandoverWay.calls.rawValue : 0) | (has(.handsSocketsOver) ? HandoverWay.sockets.rawValue : 0),
      reserved: 0, prepare: proxyPrepare, give: proxyGive, take: proxyTake, settle: proxySettle)
    hasTick = OfferedExtension.audio.isIn(extensions) && has(.tick)
  }

  /// The ways in which the plugin hands itself over, as bits.
  var handoverWays: UInt32 { OfferedExtension.handover.isIn(extensions) ? handover.pointee.ways : 0 }

  /// The table of an extension; nil for one that the plugin does not offer.
  func table(of id: String) -> UnsafeRawPointer? {
    guard let part = OfferedExtension.allCases.first(where: { $0.id == id }), part.isIn(extensions) else { return nil }
    return switch part {
    case .calls: UnsafeRawPointer(calls)
    case .hold: UnsafeRawPointer(hold)
    case .mute: UnsafeRawPointer(mute)
    case .dtmf: UnsafeRawPointer(dtmf)
    case .group: UnsafeRawPointer(group)
    case .transfer: UnsafeRawPointer(transfer)
    case .deflect: UnsafeRawPointer(deflect)
    case .line: UnsafeRawPointer(line)
    case .config: UnsafeRawPointer(config)
    case .diag: UnsafeRawPointer(diag)
    case .testPeer: UnsafeRawPointer(testPeer)
    case .audio: UnsafeRawPointer(audio)
    case .state: UnsafeRawPointer(state)
    case .health: UnsafeRawPointer(health)
    case .handover: UnsafeRawPointer(handover)
    }
  }

  private static func size<Table>(_: Table.Type) -> UInt32 { UInt32(MemoryLayout<Table>.size) }
}
