/// What is wrong with a configuration of `hookswitch run`: where, and why.
struct RunConfigError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  var file: String
  /// The place in it, as a JSON path: `$.providers[0].transport`; a line and column where it is no JSON at all.
  var path: String
  /// What is wrong, and what to do about it.
  var reason: String

  var description: String { "\(file): \(path): \(reason)" }
}
