internal import Glibc
internal import TransportABI

/// An extension of the ABI, which a transport offers by conforming to a protocol.
///
/// Another extension needs its protocol (Authoring), and in this file its table, its place in `all`, its face and the function of `Host` that
/// serves it.
///
/// `@unchecked Sendable`: the table is written before the pointer exists, and never written or freed after that (`Static`).
struct Extension: @unchecked Sendable {
  /// The id in the ABI.
  let id: String
  /// The function table; all instances share it, since each function receives its instance.
  let table: UnsafeRawPointer
  /// True for a type of transports that offers it.
  let isOffered: @Sendable (any Transport.Type) -> Bool

  init<Table>(_ id: String, _ table: Table, isOffered: @escaping @Sendable (any Transport.Type) -> Bool) {
    self.id = id
    self.table = Static(table).raw
    self.isOffered = isOffered
  }

  /// The name in capabilities.
  var name: String { String(id.dropFirst("org.hookswitch.".count).prefix { $0 != "/" }) }

  /// All extensions with one table for every type, in the order of a descriptor's capabilities; `handover` follows them.
  static let all = [calls, hold, mute, dtmf, group, transfer, deflect, line, config, state, health, diag, audio, testPeer]
}

extension TransportKind {
  /// The table of an extension that this kind offers.
  ///
  /// On any thread.
  func extensionTable(_ id: UnsafePointer<CChar>) -> UnsafeRawPointer? { offers.first { strcmp($0.id, id) == 0 }?.table }
}

/// A transport under each optional protocol that it conforms to, cast once when it is made.
struct Faces {
  var holding: (any HoldingTransport)?
  var muting: (any MutingTransport)?
  var dtmf: (any DTMFTransport)?
  var grouping: (any GroupingTransport)?
  var transferring: (any TransferringTransport)?
  var deflecting: (any DeflectingTransport)?
  var line: (any LineTransport)?
  var configurable: (any ConfigurableTransport)?
  var persistent: (any PersistentTransport)?
  var monitored: (any MonitoredTransport)?
  var diagnosable: (any DiagnosableTransport)?
  var audio: (any AudioTransport)?
  var testPeer: (any TestPeerTransport)?
  var handover: (any HandoverTransport)?

  init() {}

  init(_ transport: any Transport) {
    holding = transport as? any HoldingTransport
    muting = transport as? any MutingTransport
    dtmf = transport as? any DTMFTransport
    grouping = transport as? any GroupingTransport
    transferring = transport as? any TransferringTransport
    deflecting = transport as? any DeflectingTransport
    line = transport as? any LineTransport
    configurable = transport as? any ConfigurableTransport
    persistent = transport as? any PersistentTransport
    monitored = transport as? any MonitoredTransport
    diagnosable = transport as? any DiagnosableTransport
    audio = transport as? any AudioTransport
    testPeer = transport as? any TestPeerTransport
    handover = transport as? any HandoverTransport
  }
}

// MARK: about calls

extension Extension {
  static let calls = Extension(
    HSW_EXT_CALLS,
    hsw_calls(
      size: UInt32(MemoryLayout<hsw_calls>.size), flags: 0,
      start: { context, action, call, to, _ in Host.at(context)?.start(action, call, to) ?? HSW_E_INVAL },
      answer: { context, action, call, _ in Host.at(context)?.answer(action, call) ?? HSW_E_INVAL },
      end: { context, action, call, why, _ in Host.at(context)?.end(action, call, why) ?? HSW_E_INVAL },
      shown: { context, call in Host.at(context)?.shown(call) },
      cancel: { context, action in Host.at(context)?.cancel(action) },
      decline: { context, action, call, decline, _ in Host.at(context)?.decline(action, call, decline) ?? HSW_E_INVAL })
  ) { _ in true }

  static let hold = Extension(
    HSW_EXT_HOLD,
    hsw_hold(
      size: UInt32(MemoryLayout<hsw_hold>.size), flags: 0,
      set_held: { context, action, call, on, _ in Host.at(context)?.setHeld(action, call, on) ?? HSW_E_INVAL })
  ) { $0 is any HoldingTransport.Type }

  static let mute = Extension(
    HSW_EXT_MUTE,
    hsw_mute(
      size: UInt32(MemoryLayout<hsw_mute>.size), flags: 0,
      set_muted: { context, action, call, on, _ in Host.at(context)?.setMuted(action, call, on) ?? HSW_E_INVAL })
  ) { $0 is any MutingTransport.Type }

  static let dtmf = Extension(
    HSW_EXT_DTMF,
    hsw_dtmf(
      size: UInt32(MemoryLayout<hsw_dtmf>.size), flags: 0,
      play: { context, action, call, digits, kind, _ in Host.at(context)?.play(action, call, digits, kind) ?? HSW_E_INVAL })
  ) { $0 is any DTMFTransport.Type }

  static let group = Extension(
    HSW_EXT_GROUP,
    hsw_group(
      size: UInt32(MemoryLayout<hsw_group>.size), flags: 0,
      set_group: { context, action, call, other, _ in Host.at(context)?.setGroup(action, call, other) ?? HSW_E_INVAL })
  ) { $0 is any GroupingTransport.Type }

  static let transfer = Extension(
    HSW_EXT_TRANSFER,
    hsw_transfer(
      size: UInt32(MemoryLayout<hsw_transfer>.size), flags: 0,
      blind: { context, action, call, to, _ in Host.at(context)?.transfer(action, call, to) ?? HSW_E_INVAL },
      attended: { context, action, call, other, _ in Host.at(context)?.transfer(action, call, with: other) ?? HSW_E_INVAL },
      verdict: { context, call, accepted, error in Host.at(context)?.verdict(call, accepted, error) ?? HSW_E_INVAL })
  ) { $0 is any TransferringTransport.Type }

  static let deflect = Extension(
    HSW_EXT_DEFLECT,
    hsw_deflect(
      size: UInt32(MemoryLayout<hsw_deflect>.size), flags: 0,
      deflect: { context, action, call, to, _ in Host.at(context)?.deflect(action, call, to) ?? HSW_E_INVAL })
  ) { $0 is any DeflectingTransport.Type }
}

extension Host {
  /// Serves `hold.set_held`.
  func setHeld(_ action: hsw_action, _ handle: hsw_call, _ on: UInt32) -> hsw_status {
    guard let face = faces.holding else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle, switch: on, mustBeActive: true) { return refusal }
    return perform(action, about: handle.id, .hold(on == 1)) { (action) throws(TransportError) in
      try face.setHeld(Call(id: handle.id), on == 1, action: action)
    }
  }

  /// Serves `mute.set_muted`.
  func setMuted(_ action: hsw_action, _ handle: hsw_call, _ on: UInt32) -> hsw_status {
    guard let face = faces.muting else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle, switch: on) { return refusal }
    return perform(action, about: handle.id, .other) { (action) throws(TransportError) in
      try face.setMuted(Call(id: handle.id), on == 1, action: action)
    }
  }

  /// Serves `dtmf.play`.
  func play(_ action: hsw_action, _ handle: hsw_call, _ string: hsw_str, _ kind: UInt32) -> hsw_status {
    guard let face = faces.dtmf else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle, mustBeActive: true) { return refusal }
    guard let timing = DigitTiming(rawValue: kind) else { return HSW_E_RANGE }
    guard let digits = try? text(string), isDTMF(digits) else { return HSW_E_INVAL }
    return perform(action, about: handle.id, .other) { (action) throws(TransportError) in
      try face.play(digits, on: Call(id: handle.id), timing: timing, action: action)
    }
  }

  /// Serves `group.set_group`.
  func setGroup(_ action: hsw_action, _ handle: hsw_call, _ other: hsw_call) -> hsw_status {
    guard let face = faces.grouping else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle, mustBeActive: true) { return refusal }
    if other.id != 0, let refusal = refusal(of: other, mustBeActive: true) { return refusal }
    guard other.id != handle.id else { return HSW_E_INVAL }
    return perform(action, about: handle.id, .other) { (action) throws(TransportError) in
      try face.setGroup(of: Call(id: handle.id), with: other.id == 0 ? nil : Call(id: other.id), action: action)
    }
  }

  /// Serves `transfer.blind`.
  func transfer(_ action: hsw_action, _ handle: hsw_call, _ to: UnsafePointer<hsw_call_info>) -> hsw_status {
    guard let face = faces.transferring else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle, mustBeActive: true) { return refusal }
    let info: CallInfo
    do { info = try CallInfo(to) } catch { return error.code.rawValue }
    guard !info.handle.isEmpty else { return HSW_E_INVAL }
    return perform(action, about: handle.id, .other) { (action) throws(TransportError) in
      try face.transfer(Call(id: handle.id), to: info, action: action)
    }
  }

  /// Serves `transfer.attended`.
  func transfer(_ action: hsw_action, _ handle: hsw_call, with other: hsw_call) -> hsw_status {
    guard let face = faces.transferring else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle, mustBeActive: true) ?? refusal(of: other) { return refusal }
    guard other.id != handle.id else { return HSW_E_INVAL }
    return perform(action, about: handle.id, .other) { (action) throws(TransportError) in
      try face.transfer(Call(id: handle.id), with: Call(id: other.id), action: action)
    }
  }

  /// Serves `deflect.deflect`.
  func deflect(_ action: hsw_action, _ handle: hsw_call, _ to: UnsafePointer<hsw_call_info>) -> hsw_status {
    guard let face = faces.deflecting else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle) { return refusal }
    guard let record = calls[handle.id], record.stage == .incoming, !record.isAnswering,
      !actions.values.contains(where: { $0.call == handle.id && $0.effect == .deflect })
    else { return HSW_E_STATE }
    var info: CallInfo
    do { info = try CallInfo(to) } catch { return error.code.rawValue }
    if info.kind.isEmpty, let own = handleKinds.first { info.kind = own }
    guard !info.handle.isEmpty, handleKinds.contains(info.kind) else { return HSW_E_INVAL }
    return perform(action, about: handle.id, .deflect) { (action) throws(TransportError) in
      try face.deflect(Call(id: handle.id), to: info, action: action)
    }
  }

  /// Serves `transfer.verdict`.
  func verdict(_ handle: hsw_call, _ accepted: UInt32, _ error: UnsafePointer<hsw_error>?) -> hsw_status {
    guard let face = faces.transferring else { return HSW_E_NOTSUP }
    if let refusal = refusal(of: handle, switch: accepted) { return refusal }
    do {
      let why = try error.map { (error) throws(TransportError) in try TransportError(error) }
      turn = Turn()
      face.transferVerdict(on: Call(id: handle.id), accepted: accepted == 1, error: why)
      turn = Turn()
      return HSW_OK
    } catch {
      return error.code.rawValue
    }
  }
}
