/// Where a text stops being JSON, and why.
struct JSONFlaw: Error, Sendable {
  /// The byte where it was noticed, from 0.
  var offset: Int
  var reason: String
}
