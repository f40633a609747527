/// Where a text stops being JSON, and why.
struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The line, from 1.
  var line: Int
  /// The column in bytes, from 1.
  var column: Int
  /// What is wrong there.
  var reason: String
}
