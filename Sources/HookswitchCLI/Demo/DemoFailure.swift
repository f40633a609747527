/// The reason why the demo stopped.
enum DemoFailure: Error, Equatable, Sendable {
  /// A step had another outcome than the story says.
  case step(chapter: String, step: String, outcome: String)
  /// A signal ended the demo; the exit code.
  case interrupted(Int32)
}
