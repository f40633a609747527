/// A far end's script for each digit that it hears.
struct Menu: Hashable, Sendable {
  /// The steps for each digit.
  var keys: [Character: [Step]] = [:]
  /// The steps for any other digit.
  var otherwise: [Step] = []
}
