/// What is wrong with a value of a scenario file, and where it stands.
struct FieldFlaw: Error, Sendable {
  /// The way to it from the top: `steps[3].provider`; empty for the whole file.
  var path: String
  /// The byte where it begins, from 0.
  var offset: Int
  var reason: String
}
