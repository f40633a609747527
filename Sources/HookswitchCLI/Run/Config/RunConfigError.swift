/// An error in a configuration of `hookswitch run`.
struct RunConfigError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  var file: String
  /// The place as a JSON path, such as `$.providers[0].transport`.
  var path: String
  /// The fault, with advice.
  var reason: String

  var description: String { "\(file): \(path): \(reason)" }
}
