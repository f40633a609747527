internal import CallControl

/// The next thing that a line's drainer does, without the line's lock.
enum LineStep: ~Copyable, Sendable {
  /// Carry out a turn.
  case turn(LineTurn)
  /// Ask the source about an act that adds a call (K5), and come back with the answer.
  case ask(LineAddition)
  /// Nothing: the inbox is empty.
  case rest
}

extension LineState {
  /// Returns the act by which an input would add a call, if any.
  ///
  /// A standing that may have changed is asked for as before an Answer: the line has calls, so that it is counted as busy already.
  func addition(before input: LineInput) -> LineAddition? {
    switch input {
    case .request(let request, _, _): line.addition(by: request.body)
    case .incoming: .incoming
    case .event(.report(_, _, .transferRequested, _)): line.acceptsTransfers ? .acceptTransfer : nil
    case .standingChanged: line.isIdle ? nil : .answer
    case .event, .rosterChanged, .lost: nil
    }
  }
}
