/// How `hookswitch run` behaves.
struct RunSettings: Equatable, Sendable {
  /// Whether a person types: then commands run side by side, and errors end nothing.
  var isInteractive = false
  /// Whether incoming calls are answered as they come.
  var answersCalls = false
  /// How long `wait` waits unless told otherwise.
  var waits = Duration.seconds(30)
  /// How long providers have to become ready before the first command.
  var startTime = Duration.seconds(3)
  /// How long calls have to end before the command leaves.
  var endTime = Duration.seconds(5)
}
