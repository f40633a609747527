/// What a search found.
package struct FuzzFinding: Sendable {
  /// What came of the smallest script, or of the search where no script fails by itself.
  package let outcome: TestOutcome
  /// The text of the smallest script.
  package let script: String
  /// How many steps it has.
  package let steps: Int
  /// How many steps it had when it was found.
  package let stepsFound: Int
  /// The number by which the seed makes it.
  package let number: Int
  /// How many scripts were tried to make it smaller.
  package let tries: Int
  /// Whether the script fails by itself, without those that were played before it in the same process.
  package let failsAlone: Bool
}
