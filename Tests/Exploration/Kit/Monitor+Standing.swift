import CallControl

/// The checks of K5, K7, K8 and K14.
extension Monitor {
  /// Checks one step: no act of the line adds a call that its standing forbids, and no call rings where it must not.
  mutating func checkStanding(_ event: LineEvent, _ effects: [LineEffect]) {
    let leaving = mustLeave
    mustLeave = []
    for call in leaving where note(of: call)?.isLive == true && note(of: call)?.state == .ringing {
      if !outstanding.contains(where: { $0.command.call == call && ($0.command.kind == .deflect || $0.command.kind == .end) }) {
        found("K7", "a call rings on where the line was moved or cut off")
      }
    }
    guard !standing.addsCalls else { return }
    for effect in effects {
      switch effect {
      case .send(_, let command): checkAddition(command)
      case .sendTransaction(_, let commands): for command in commands { checkAddition(command) }
      case .show(_, let call):
        if case .incoming(_, let incoming, _) = event, incoming.call == call, incoming.replaces == nil {
          found("K5", "an incoming call was shown where none may be added")
        }
        if case .screened = event, standing.sendsAway { found("K5", "a screened call was shown where the line was moved or cut off") }
      case .log(let record): if record.refusal?.isOfStanding == true { found("K5", "the history has a call that another host has") }
      default: break
      }
    }
  }

  private mutating func checkAddition(_ command: ProviderCommand) {
    switch command.operation {
    case .start(let details):
      if details.handle != World.emergencyNumber { found("K5", "a Start was sent where none may be added") }
    case .answer:
      // R4: the host answers a call that replaces another.
      if standing != .draining, command.origin != .host { found("K5", "an Answer was sent where none may be added") }
    case .setHeld(false):
      if standing.isFrontElsewhere, command.origin != .host { found("K8", "a call was resumed beside the front call of another host") }
    case .end, .setHeld(true), .setMuted, .setGroup, .playDTMF, .transfer, .deflect: break
    }
  }
}

extension LineStanding {
  /// True when calls that ring on the line must go.
  var sendsAway: Bool {
    switch self {
    case .mine, .borrowed, .draining: false
    case .cutOff, .elsewhere, .lent, .vacant: true
    }
  }

  /// True while the host that has the line counts as having a call in front.
  fileprivate var isFrontElsewhere: Bool {
    if case .elsewhere(_, _, true) = self { true } else { false }
  }
}
