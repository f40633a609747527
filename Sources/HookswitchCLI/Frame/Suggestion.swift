internal import ConformanceKit

/// Suggests a correction for a mistyped word.
enum Suggestion {
  /// `" (did you mean NAME?)"` for the nearest of `names`; empty when none is near enough to `word`.
  static func text(for word: String, among names: [String]) -> String {
    let best = names.map { (name: $0, distance: EditDistance.between(word, $0)) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, word.count / 3) else { return "" }
    return " (did you mean \(best.name)?)"
  }
}
