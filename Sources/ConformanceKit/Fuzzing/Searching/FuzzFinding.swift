/// A failure that a search found.
package struct FuzzFinding: Sendable {
  /// The outcome of the smallest script, or of the search if no script fails alone.
  package let outcome: TestOutcome
  /// The text of the smallest script.
  package let script: String
  /// The number of its steps.
  package let steps: Int
  /// The number of its steps when it was found.
  package let stepsFound: Int
  /// The number from which, with the seed, the script is made.
  package let number: Int
  /// The number of scripts that were tried to make it smaller.
  package let tries: Int
  /// True if the script fails alone, without those played before it in the same process.
  package let failsAlone: Bool
}
