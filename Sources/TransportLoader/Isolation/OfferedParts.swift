internal import TransportABI

/// The extensions that an instance may offer, as the bits of a frame.
enum OfferedExtension: UInt32, CaseIterable {
  case calls, hold, mute, dtmf, group, transfer, line, config, state, diag, audio, testPeer, health, deflect, handover

  /// The id of the contract.
  var id: String {
    switch self {
    case .calls: HSW_EXT_CALLS
    case .hold: HSW_EXT_HOLD
    case .mute: HSW_EXT_MUTE
    case .dtmf: HSW_EXT_DTMF
    case .group: HSW_EXT_GROUP
    case .transfer: HSW_EXT_TRANSFER
    case .line: HSW_EXT_LINE
    case .config: HSW_EXT_CONFIG
    case .state: HSW_EXT_STATE
    case .diag: HSW_EXT_DIAG
    case .audio: HSW_EXT_AUDIO
    case .testPeer: HSW_EXT_TESTPEER
    case .health: HSW_EXT_HEALTH
    case .deflect: HSW_EXT_DEFLECT
    case .handover: HSW_EXT_HANDOVER
    }
  }

  /// The extension's name without its revision.
  var name: String { String(id.dropFirst("org.hookswitch.".count).prefix { $0 != "/" }) }

  static func bits(of names: Set<String>) -> UInt32 { allCases.reduce(0) { $0 | (names.contains($1.name) ? 1 << $1.rawValue : 0) } }

  func isIn(_ bits: UInt32) -> Bool { bits & 1 << rawValue != 0 }
}

/// The functions of those extensions that a plugin may lack, as the bits of a frame; start, answer and end are always there.
enum OfferedFunction: UInt32, CaseIterable {
  case shown, cancel, decline, setHeld, setMuted, play, setGroup, blind, attended, verdict, setRegistered, apply
  case save, load, dump, tick, audioActive, dialable, peerCall, peerOrder, peerObserve, deflect, ping
  case handsCallsOver, handsSocketsOver

  /// True when the plugin has the function.
  func isIn(_ tables: borrowing PluginTables) -> Bool {
    switch self {
    case .shown: tables.calls.shown != nil
    case .cancel: tables.calls.cancel != nil
    case .decline: tables.calls.decline != nil
    case .setHeld: tables.hold.set_held != nil
    case .setMuted: tables.mute.set_muted != nil
    case .play: tables.dtmf.play != nil
    case .setGroup: tables.group.set_group != nil
    case .blind: tables.transfer.blind != nil
    case .attended: tables.transfer.attended != nil
    case .verdict: tables.transfer.verdict != nil
    case .setRegistered: tables.line.set_registered != nil
    case .apply: tables.config.apply != nil
    case .save: tables.state.save != nil
    case .load: tables.state.load != nil
    case .dump: tables.diag.dump != nil
    case .tick: tables.audio.tick != nil
    case .audioActive: tables.audio.active != nil
    case .dialable: tables.testPeer.dialable != nil
    case .peerCall: tables.testPeer.call != nil
    case .peerOrder: tables.testPeer.order != nil
    case .peerObserve: tables.testPeer.observe != nil
    case .deflect: tables.deflect.deflect != nil
    case .ping: tables.health.ping != nil
    case .handsCallsOver: tables.handover.ways & HandoverWay.calls.rawValue != 0
    case .handsSocketsOver: tables.handover.ways & HandoverWay.sockets.rawValue != 0
    }
  }

  func isIn(_ bits: UInt32) -> Bool { bits & 1 << rawValue != 0 }
}
