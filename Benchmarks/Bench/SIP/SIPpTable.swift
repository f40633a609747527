/// A table that SIPp writes a line of every second: its names, and the line that was whole last.
struct SIPpTable {
  private let values: [(name: Substring, value: Substring)]

  /// Reads it; nil where nothing has been written yet.
  init?(_ text: String) {
    // The last line may be on its way.
    let lines = text.prefix(through: text.lastIndex(of: "\n") ?? text.startIndex).split(separator: "\n")
    guard lines.count > 1, let names = lines.first, let last = lines.last else { return nil }
    let (columns, fields) = (
      names.split(separator: ";", omittingEmptySubsequences: false), last.split(separator: ";", omittingEmptySubsequences: false)
    )
    values = zip(columns, fields).map { (name: $0, value: $1) }
  }

  /// What stands under a name; 0 where there is no such number.
  func number(_ name: String) -> Double { values.first { $0.name == name }.flatMap { Double($0.value) } ?? 0 }

  /// All that stands under names with this end.
  func sum(ofNamesEndingIn end: String) -> Int {
    values.reduce(0) { $0 + ($1.name.hasSuffix(end) ? Int($1.value) ?? 0 : 0) }
  }
}
