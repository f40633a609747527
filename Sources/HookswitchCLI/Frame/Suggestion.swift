internal import ConformanceKit

/// What somebody who mistyped a word probably meant.
enum Suggestion {
  /// `" (did you mean NAME?)"` for the one of `names` that is near enough to `word`, or nothing.
  static func text(for word: String, among names: [String]) -> String {
    let best = names.map { (name: $0, distance: EditDistance.between(word, $0)) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, word.count / 3) else { return "" }
    return " (did you mean \(best.name)?)"
  }
}
