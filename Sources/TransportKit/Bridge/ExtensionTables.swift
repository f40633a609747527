internal import TransportABI

/// The function tables of the extensions: each function calls the method of the instance in its context.
enum ExtensionTables {
  static let calls = Static(
    hsw_calls(
      size: UInt32(MemoryLayout<hsw_calls>.size), flags: 0,
      start: { context, action, call, to, _ in Host.at(context)?.start(action, call, to) ?? HSW_E_INVAL },
      answer: { context, action, call, _ in Host.at(context)?.answer(action, call) ?? HSW_E_INVAL },
      end: { context, action, call, why, _ in Host.at(context)?.end(action, call, why) ?? HSW_E_INVAL },
      shown: { context, call in Host.at(context)?.shown(call) },
      cancel: { context, action in Host.at(context)?.cancel(action) },
      decline: { context, action, call, decline, _ in Host.at(context)?.decline(action, call, decline) ?? HSW_E_INVAL }))

  static let hold = Static(
    hsw_hold(
      size: UInt32(MemoryLayout<hsw_hold>.size), flags: 0,
      set_held: { context, action, call, on, _ in Host.at(context)?.setHeld(action, call, on) ?? HSW_E_INVAL }))

  static let mute = Static(
    hsw_mute(
      size: UInt32(MemoryLayout<hsw_mute>.size), flags: 0,
      set_muted: { context, action, call, on, _ in Host.at(context)?.setMuted(action, call, on) ?? HSW_E_INVAL }))

  static let dtmf = Static(
    hsw_dtmf(
      size: UInt32(MemoryLayout<hsw_dtmf>.size), flags: 0,
      play: { context, action, call, digits, kind, _ in Host.at(context)?.play(action, call, digits, kind) ?? HSW_E_INVAL }))

  static let group = Static(
    hsw_group(
      size: UInt32(MemoryLayout<hsw_group>.size), flags: 0,
      set_group: { context, action, call, other, _ in Host.at(context)?.setGroup(action, call, other) ?? HSW_E_INVAL }))

  static let transfer = Static(
    hsw_transfer(
      size: UInt32(MemoryLayout<hsw_transfer>.size), flags: 0,
      blind: { context, action, call, to, _ in Host.at(context)?.transfer(action, call, to) ?? HSW_E_INVAL },
      attended: { context, action, call, other, _ in Host.at(context)?.transfer(action, call, with: other) ?? HSW_E_INVAL },
      verdict: { context, call, accepted, error in Host.at(context)?.verdict(call, accepted, error) ?? HSW_E_INVAL }))

  static let line = Static(
    hsw_line(
      size: UInt32(MemoryLayout<hsw_line>.size), flags: 0,
      set_registered: { context, action, on, _ in Host.at(context)?.setRegistered(action, on) ?? HSW_E_INVAL }))

  static let config = Static(
    hsw_config(
      size: UInt32(MemoryLayout<hsw_config>.size), flags: 0,
      schema: { context in Host.at(context)?.kind.schema?.pointer.pointee ?? hsw_str(p: nil, n: 0) },
      apply: { context, action, json, _ in Host.at(context)?.apply(action, json) ?? HSW_E_INVAL }))

  static let state = Static(
    hsw_state(
      size: UInt32(MemoryLayout<hsw_state>.size), flags: 0,
      save: { context, sink in Host.at(context)?.save(sink) ?? HSW_E_INVAL },
      load: { context, source in Host.at(context)?.load(source) ?? HSW_E_INVAL }))

  static let health = Static(
    hsw_health(
      size: UInt32(MemoryLayout<hsw_health>.size), flags: 0,
      ping: { context, action, _ in Host.at(context)?.ping(action) ?? HSW_E_INVAL }))

  static let diag = Static(
    hsw_diag(
      size: UInt32(MemoryLayout<hsw_diag>.size), flags: 0,
      dump: { context, call, level, sink in Host.at(context)?.dump(call, level, sink) ?? HSW_E_INVAL }))

  static let audio = Static(
    hsw_audio(
      size: UInt32(MemoryLayout<hsw_audio>.size), flags: 0,
      formats: { context, call, out, stride, count in Host.at(context)?.formats(call, out, stride, count) ?? HSW_E_INVAL },
      attach: { context, call, format, toNet, fromNet in Host.at(context)?.attach(call, format, toNet, fromNet) ?? HSW_E_INVAL },
      detach: { context, call in Host.at(context)?.detach(call) },
      active: { context, on in Host.at(context)?.audioActive(on) },
      tick: { context, time in Host.tick(context, time) }))

  static let testPeer = Static(
    hsw_test_peer(
      size: UInt32(MemoryLayout<hsw_test_peer>.size), flags: 0,
      dialable: { context, out in Host.at(context)?.fillDialable(out) ?? HSW_E_INVAL },
      call: { context, from in Host.at(context)?.callIn(from) ?? HSW_E_INVAL },
      order: { context, call, what, argument in Host.at(context)?.order(call, what, argument) ?? HSW_E_INVAL },
      observe: { context, call, sink in Host.at(context)?.observe(call, sink) ?? HSW_E_INVAL }))
}
