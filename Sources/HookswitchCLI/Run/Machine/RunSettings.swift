/// The settings of `hookswitch run`.
struct RunSettings: Equatable, Sendable {
  /// True when a person types: commands then run concurrently, and errors end nothing.
  var isInteractive = false
  /// True when incoming calls are answered automatically.
  var answersCalls = false
  /// The default limit of `wait`.
  var waits = Duration.seconds(30)
  /// The time for providers to become ready before the first command.
  var startTime = Duration.seconds(3)
  /// The time for calls to end before the command leaves.
  var endTime = Duration.seconds(5)
}
