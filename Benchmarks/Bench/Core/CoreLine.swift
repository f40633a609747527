import CallControl

/// A line of the core that runs `CoreScript` repeatedly.
struct CoreLine {
  private(set) var line: Line
  private var pending: [CommandRef] = []
  private var requests: UInt64 = 0
  private var calls: (a: CallID, b: CallID)
  private var number: UInt64

  init(_ place: Int, roster: Roster) {
    line = Line(id: LineID(rawValue: "line \(place)"), roster: roster)
    number = UInt64(place) << 24
    calls = (CoreScript.call(number), CoreScript.call(number + 1))
  }

  /// Returns the event of a step; not part of the measured time.
  mutating func event(_ step: CoreScript.Step) -> LineEvent {
    switch step {
    case .ask(let body):
      requests += 1
      return .request(CallRequest(id: RequestID(rawValue: requests), origin: .user, body: body(calls.a, calls.b)), RequestFacts())
    case .report(let report):
      let (call, word) = report(calls.a, calls.b)
      return .report(CoreScript.provider, call, word, at: nil)
    case .incoming:
      return .incoming(CoreScript.provider, IncomingCall(call: calls.b), IncomingFacts())
    case .fulfil:
      precondition(!pending.isEmpty, "The script fulfils a command that was not sent.")
      return .fulfilled(CoreScript.provider, pending.removeFirst())
    }
  }

  /// Passes the event to the line: the measured code.
  mutating func receive(_ event: LineEvent, at now: Instant) -> [LineEffect] {
    line.receive(event, at: now)
  }

  /// Records the commands that the line sent.
  mutating func note(_ effects: [LineEffect]) {
    for case .send(_, let command) in effects {
      pending.append(CommandRef(line: line.id, id: command.id, call: command.call, kind: command.kind))
    }
  }

  /// Restarts the script with two new calls; the old ones must have ended.
  mutating func beginAgain() {
    precondition(line.isIdle, "The script leaves something behind.")
    number += 2
    calls = (CoreScript.call(number), CoreScript.call(number + 1))
  }
}
