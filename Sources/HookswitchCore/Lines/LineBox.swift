internal import CallControl
internal import FoundationEssentials
internal import Locking

/// A line with its inbox, its lock, and the rule for draining it.
///
/// **A thread that finds the line at rest drains it: one event, all its effects, then the next, until the inbox is empty. Other threads add
/// their events to the inbox and return. The lock is held for `receive` and its bookkeeping, never while an effect is carried out.**
///
/// So a line's effects happen in order, on one thread at a time, and no callback runs inside its caller's own call.
final class LineBox: Sendable {
  /// The result of submitting an input.
  enum Admission: ~Copyable, Sendable {
    /// Another thread is draining, and will take the input.
    case queued
    /// The line was forgotten; find it anew.
    case closed
    /// The caller drains the line, beginning with this step.
    case step(LineStep)
  }

  let id: LineID
  /// True when the host made the line for one incoming call, and named it.
  let isGenerated: Bool
  /// True when the host made the line for an incoming call, and will forget it.
  let isTransient: Bool
  private let state: Locked<LineState>

  /// Creates a line that receives `first` before anything else.
  init(id: LineID, policy: LinePolicy, isGenerated: Bool, isTransient: Bool = false, first: [LineInput] = []) {
    self.id = id
    (self.isGenerated, self.isTransient) = (isGenerated, isTransient || isGenerated)
    var state = LineState(id: id, policy: policy, isGenerated: isGenerated)
    state.waiting = first
    self.state = Locked(state)
  }

  /// Submits inputs in order: adds them to the inbox while another thread drains, else begins to drain them.
  func submit(_ inputs: inout LineInbox, _ surroundings: LineState.Surroundings) -> Admission {
    state.withLock { state in
      if state.isClosed { return .closed }
      if state.isDraining {
        state.noteAnswers(in: inputs.rest)
        state.waiting += inputs.rest
        return .queued
      }
      state.isDraining = true
      if !state.waiting.isEmpty { inputs = LineInbox(state.takeWaiting() + inputs.rest) }
      return .step(state.next(&inputs, surroundings))
    }
  }

  /// Returns the drainer's next step; `answer` is the source's answer to the question that was the last step.
  func next(_ inputs: inout LineInbox, _ surroundings: LineState.Surroundings, answer: LineStanding? = nil) -> LineStep {
    state.withLock { $0.next(&inputs, surroundings, answer) }
  }

  /// Handles an alarm that was noted for this line.
  ///
  /// - Returns: true when a deadline is due, and the next time to check.
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

  /// Closes an idle line with an empty inbox; returns true when it did.
  ///
  /// A line with a name of its own that has do-not-disturb on is kept: a person set it.
  func closeIfIdle() -> Bool {
    state.withLock { [isGenerated] state in
      guard isGenerated || !state.line.snapshot.doNotDisturb else { return false }
      guard !state.isDraining, state.waiting.isEmpty, state.line.isIdle, !state.isClosed else { return false }
      state.isClosed = true
      return true
    }
  }

  /// True when the line has no calls or inputs, so that it needs no roster before its next input.
  var isIdle: Bool {
    state.withLock { !$0.isDraining && $0.waiting.isEmpty && $0.line.isIdle }
  }

  /// A snapshot of the line now.
  var snapshot: LineSnapshot { state.withLock { $0.line.snapshot } }

  /// Counts the calls of the line.
  func count(in tally: inout CallTally) { state.withLock { tally.add($0.line) } }

  /// Returns a copy of the line as it will be at its next input.
  func copy(_ rosters: Rosters, at now: Instant) -> Line { state.withLock { $0.present(rosters, at: now) } }

  /// The commands that providers have not answered.
  var openCommands: [OpenCommand] { state.withLock { $0.commands } }

  /// Returns true until the line has received a command's answer, or given the command up.
  func isOpen(_ command: CommandID) -> Bool {
    state.withLock { state in state.commands.contains { $0.command.id == command } }
  }

  /// Returns true until a command's answer is on its way to the line, or the line has given the command up.
  func isUnanswered(_ command: CommandID) -> Bool {
    state.withLock { state in state.commands.contains { $0.command.id == command && !$0.isAnswered } }
  }
}
