internal import CallControl

/// One step of a scenario, with its position in the file.
struct Step: Sendable {
  /// The three kinds of steps.
  enum Body: Sendable {
    /// Sends a request to the host.
    case ask(Asking, Origin)
    /// Causes an event.
    case happen(Happening)
    /// Checks a condition.
    case check(Check)
  }

  /// Its path from the root of the file: `steps[3]`.
  let path: String
  /// The key that determines the step, as a path suffix: `.expect`.
  let key: String
  /// The line of the file on which it begins, from 1.
  let line: Int
  let body: Body
}
