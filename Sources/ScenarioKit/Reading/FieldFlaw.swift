/// An invalid value in a scenario file.
struct FieldFlaw: Error, Sendable {
  /// The path to it from the root: `steps[3].provider`; empty for the whole file.
  var path: String
  /// The offset of its first byte, from 0.
  var offset: Int
  var reason: String
}
