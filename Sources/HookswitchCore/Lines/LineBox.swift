internal import CallControl
internal import FoundationEssentials
internal import Locking

/// One line, its inbox, and the rule that makes a shell of it.
///
/// **whoever finds the line at rest drains it: one event, all its effects, then the next, until nothing is left. Everybody else puts their event
/// into the line's box and goes. The lock is held for a `receive` and the books about it, never while an effect is carried out.**
///
/// So effects of a line happen in order, on one thread at a time, and nobody is called from inside their own call.
final class LineBox: Sendable {
  /// What a turn has to know of the world outside.
  struct Surroundings: Sendable {
    let now: Instant
    let rosters: Rosters
    let names: ActionNames
    /// Grows each time that somebody begins to observe after nobody did; 0: nobody observes.
    let observation: UInt64
  }

  /// What became of an input.
  enum Admission: ~Copyable, Sendable {
    /// Somebody else is draining and will come to it.
    case queued
    /// The line was forgotten; ask for a new one.
    case closed
    /// The caller drains now, and this is the first turn.
    case turn(LineTurn?)
  }

  let id: LineID
  /// Whether the host made it for one incoming call, and forgets it after.
  let isGenerated: Bool
  private let state: Locked<LineState>

  /// Makes a line; it hears `first` before anything else.
  init(id: LineID, policy: LinePolicy, isGenerated: Bool, first: [LineInput] = []) {
    self.id = id
    self.isGenerated = isGenerated
    var state = LineState(id: id, policy: policy)
    state.waiting = first
    self.state = Locked(state)
  }

  /// Hands inputs over, in order: to whoever is draining, or else they are what the caller drains first.
  func submit(_ inputs: inout LineInbox, _ surroundings: Surroundings) -> Admission {
    state.withLock { state in
      if state.isClosed { return .closed }
      if state.isDraining {
        state.waiting += inputs.rest
        return .queued
      }
      state.isDraining = true
      if !state.waiting.isEmpty { inputs = LineInbox(state.takeWaiting() + inputs.rest) }
      return .turn(state.next(&inputs, surroundings))
    }
  }

  /// The drainer's next turn; nil: nothing is left, and it is the drainer no more.
  func next(_ inputs: inout LineInbox, _ surroundings: Surroundings) -> LineTurn? {
    state.withLock { $0.next(&inputs, surroundings) }
  }

  /// A time has come that was noted for this line: whether anything is due.
  ///
  /// - Returns: whether to tell it so, and when to look again.
  func timeCame(_ noted: Instant, now: Instant) -> (isDue: Bool, again: Instant?) {
    state.withLock { state in
      guard state.noted == noted, !state.isClosed else { return (false, nil) }
      state.noted = nil
      guard let deadline = state.line.nextDeadline else { return (false, nil) }
      if deadline <= now { return (true, nil) }
      state.noted = deadline
      return (false, deadline)
    }
  }

  /// Closes a line that has nothing on it and nothing coming; says whether it did.
  func closeIfIdle() -> Bool {
    state.withLock { state in
      guard !state.isDraining, state.waiting.isEmpty, state.line.isIdle, !state.isClosed else { return false }
      state.isClosed = true
      return true
    }
  }

  /// Whether nothing is there, so that it need not hear of new rosters until something comes.
  var isIdle: Bool {
    state.withLock { !$0.isDraining && $0.waiting.isEmpty && $0.line.isIdle }
  }

  /// A picture of the line as it is now.
  var snapshot: LineSnapshot { state.withLock { $0.line.snapshot } }

  /// What providers were given and have not answered.
  var openCommands: [OpenCommand] { state.withLock { $0.commands } }

  /// Whether a command still waits for its answer.
  func isOpen(_ command: CommandID) -> Bool {
    state.withLock { state in state.commands.contains { $0.command.id == command } }
  }
}
