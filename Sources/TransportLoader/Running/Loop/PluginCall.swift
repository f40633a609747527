/// The plugin functions that the host runs on a loop, with their names in reports of lateness.
enum PluginCall: UInt8, Sendable {
  case none, create, `init`, activate, deactivate, reset, destroy, getExtension
  case start, answer, end, decline, shown, cancel, setHeld, setMuted, play, setGroup, setRegistered, apply
  case dialable, peerCall, peerOrder, peerObserve
  case blind, attended, verdict, save, load, dump, secret
  case formats, attach, detach, audioActive, tick
  case post, timer, descriptor

  /// The function as its documentation names it.
  var name: String {
    switch self {
    case .none: "nothing"
    case .create: "create"
    case .`init`: "init"
    case .activate: "activate"
    case .deactivate: "deactivate"
    case .reset: "reset"
    case .destroy: "destroy"
    case .getExtension: "get_extension"
    case .start: "calls.start"
    case .answer: "calls.answer"
    case .end: "calls.end"
    case .decline: "calls.decline"
    case .shown: "calls.shown"
    case .cancel: "calls.cancel"
    case .setHeld: "hold.set_held"
    case .setMuted: "mute.set_muted"
    case .play: "dtmf.play"
    case .setGroup: "group.set_group"
    case .setRegistered: "line.set_registered"
    case .apply: "config.apply"
    case .dialable: "test-peer.dialable"
    case .peerCall: "test-peer.call"
    case .peerOrder: "test-peer.order"
    case .peerObserve: "test-peer.observe"
    case .blind: "transfer.blind"
    case .attended: "transfer.attended"
    case .verdict: "transfer.verdict"
    case .save: "state.save"
    case .load: "state.load"
    case .dump: "diag.dump"
    case .secret: "a secret's callback"
    case .formats: "audio.formats"
    case .attach: "audio.attach"
    case .detach: "audio.detach"
    case .audioActive: "audio.active"
    case .tick: "audio.tick"
    case .post: "a posted function"
    case .timer: "a timer's callback"
    case .descriptor: "a file descriptor's callback"
    }
  }
}
