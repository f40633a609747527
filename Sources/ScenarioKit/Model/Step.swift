internal import CallControl

/// One step of a story, with its place in the file.
struct Step: Sendable {
  /// What the three tables of the format hold.
  enum Body: Sendable {
    /// Something is asked of the host.
    case ask(Asking, Origin)
    /// The world does something.
    case happen(Happening)
    /// Something must be so.
    case check(Check)
  }

  /// Its way from the top of the file: `steps[3]`.
  let path: String
  /// The key that says what it is: `.expect`, as a path goes on.
  let key: String
  /// The line of the file on which it begins, from 1.
  let line: Int
  let body: Body
}
