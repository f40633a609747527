/// What somebody who mistyped a word probably meant.
enum Suggestion {
  /// `" (did you mean NAME?)"` for the one of `names` that is near enough to `word`, or nothing.
  static func text(for word: String, among names: [String]) -> String {
    let best = names.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, word.count / 3) else { return "" }
    return " (did you mean \(best.name)?)"
  }

  /// How many letters must be added, removed, replaced or exchanged with the next to make one word of the other.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.prefix(64))
    let b = Array(b.prefix(64))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
