/// Where a text stops being JSON, and why.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column in bytes, from 1.
  package var column: Int
  /// What is wrong there.
  package var reason: String
}
