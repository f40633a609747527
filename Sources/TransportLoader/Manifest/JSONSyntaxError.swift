/// The place and reason of a JSON syntax error.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column in bytes, from 1.
  package var column: Int
  /// The reason.
  package var reason: String
}
