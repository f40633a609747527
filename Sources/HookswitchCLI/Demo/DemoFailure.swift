/// The demo did not go as its story says.
enum DemoFailure: Error, Equatable, Sendable {
  /// A step came to something else.
  case step(chapter: String, step: String, outcome: String)
  /// A signal ended it; with this exit code.
  case interrupted(Int32)
}
