/// Suggests a correction for a mistyped word.
package enum Suggestion {
  /// `" (did you mean NAME?)"` for the nearest of `names`; empty when none is near enough to `word`.
  package static func text(for word: String, among names: [String]) -> String {
    let best = names.map { (name: $0, distance: EditDistance.between(word, $0)) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, word.count / 3) else { return "" }
    return " (did you mean \(best.name)?)"
  }

  /// Returns the `count` names that are most similar to `word`, the best first; case does not matter.
  package static func nearest(to word: String, among names: [String], atMost count: Int) -> [String] {
    let word = word.lowercased()
    let ranked = names.map { (name: $0, distance: EditDistance.between(word, $0.lowercased())) }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(count).map(\.name)
  }
}

/// The distance between two words.
package enum EditDistance {
  /// Returns the number of letters to add, remove, replace or exchange with the next to turn one word into the other.
  ///
  /// Only the first 64 letters of each word count.
  static func between(_ left: String, _ right: String) -> Int {
    let left = Array(left.prefix(64))
    let right = Array(right.prefix(64))
    var rows = [Array(0...right.count)]
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
