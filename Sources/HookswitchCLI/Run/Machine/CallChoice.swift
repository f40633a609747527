internal import Hookswitch

/// Chooses the call for a command that names none: the newest that fits.
struct CallChoice {
  /// The present calls, the oldest first.
  var calls: [Call]

  /// Returns the newest call for the command; nil when none fits.
  func newest(for word: RunWord) -> Call? {
    if word == .end, let call = calls.last(where: { $0.state != .ringing && $0.state != .ending }) { return call }
    return calls.last { fits($0, word) }
  }

  /// The calls for `merge`: the newest held one, then the newest active one.
  var toMerge: [Call] {
    [calls.last { $0.state == .held }, calls.last { $0.state == .active }].compactMap { $0 }
  }

  private func fits(_ call: Call, _ word: RunWord) -> Bool {
    switch word {
    case .answer, .decline: call.state == .ringing
    case .end: call.state != .ending
    case .hold, .dtmf, .continue: call.state == .active
    case .resume: call.state == .held
    case .split: calls.contains { $0.group == call.group && $0.uuid != call.uuid && $0.state.isConnected } && call.state.isConnected
    case .mute: call.state != .ringing && call.state != .ending && !call.isMuted
    case .unmute: call.isMuted
    case .record, .stop: call.state.isConnected
    case .stats: true
    case .transfer, .accept, .refuse: call.state.isConnected
    case .dial, .swap, .merge, .audio, .route, .configure, .calls, .wait, .help, .quit: false
    }
  }

  /// The error message when no call fits.
  static func nothing(for word: RunWord) -> String {
    switch word {
    case .answer, .decline: "no call rings"
    case .hold, .dtmf, .continue: "no call is active"
    case .resume: "no call is held"
    case .split: "no call is in a group"
    case .mute: "no call can be muted"
    case .unmute: "no call is muted"
    case .transfer, .accept, .refuse, .record, .stop: "no call is connected"
    case .end, .dial, .swap, .merge, .audio, .route, .stats, .configure, .calls, .wait, .help, .quit: "there is no call"
    }
  }
}
