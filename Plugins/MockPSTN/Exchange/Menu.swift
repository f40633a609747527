/// What a far end does with each digit that it hears.
struct Menu: Hashable, Sendable {
  /// The steps behind each digit.
  var keys: [Character: [Step]] = [:]
  /// What it does with any other.
  var otherwise: [Step] = []
}
