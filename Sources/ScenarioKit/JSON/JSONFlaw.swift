/// A syntax error in a JSON text.
struct JSONFlaw: Error, Sendable {
  /// The offset of the offending byte, from 0.
  var offset: Int
  var reason: String
}
