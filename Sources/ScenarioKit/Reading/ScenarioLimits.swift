/// The limits on the contents of a scenario file.
enum ScenarioLimits {
  /// The limit on the nesting of arrays and objects.
  static let deepestNesting = 16
  /// The limit on the steps in one file.
  static let mostSteps = 10_000
  /// The limit on the providers, lines or screeners in one file.
  static let mostNames = 1_000
  /// The limit on the actions in a transaction, the calls in a merge, and the digits in one string.
  static let mostActions = 1_000
  /// The largest limit or count that a file may contain.
  static let largestCount = 1_000_000
  /// The longest time that a file may contain, in seconds: ten years.
  static let longestTime = 315_360_000.0
}
