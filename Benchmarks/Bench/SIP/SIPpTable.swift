/// A table to which SIPp adds a line every second: its column names and its last complete line.
struct SIPpTable {
  private let values: [(name: Substring, value: Substring)]

  /// Reads a table; nil when it has no complete line yet.
  init?(_ text: String) {
    // The last line may be incomplete.
    let lines = text.prefix(through: text.lastIndex(of: "\n") ?? text.startIndex).split(separator: "\n")
    guard lines.count > 1, let names = lines.first, let last = lines.last else { return nil }
    let (columns, fields) = (
      names.split(separator: ";", omittingEmptySubsequences: false), last.split(separator: ";", omittingEmptySubsequences: false)
    )
    values = zip(columns, fields).map { (name: $0, value: $1) }
  }

  /// Returns the value of a column; 0 when it is missing or no number.
  func number(_ name: String) -> Double { values.first { $0.name == name }.flatMap { Double($0.value) } ?? 0 }

  /// Returns the sum of all columns whose name ends so.
  func sum(ofNamesEndingIn end: String) -> Int {
    values.reduce(0) { $0 + ($1.name.hasSuffix(end) ? Int($1.value) ?? 0 : 0) }
  }
}
