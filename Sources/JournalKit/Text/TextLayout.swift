/// The column positions of a ladder on a terminal: as narrow as the labels between them allow.
struct TextLayout {
  /// The width of the times.
  let timeWidth: Int
  /// The position of each participant's lifeline.
  private(set) var columns: [Int] = []

  private static let narrowest = 12
  private static let widestLabel = 44

  init(_ ladder: Ladder, width: Int) {
    timeWidth = max(ladder.rows.map { ClockText.time($0.time).count }.max() ?? 0, 5)
    let titles = ladder.participants.map { PlainText.width($0.title) }
    var gaps = zip(titles, titles.dropFirst()).map { max(Self.narrowest, ($0 + $1) / 2 + 3) }
    for row in ladder.rows { Self.widen(&gaps, for: row, ladder) }
    let first = timeWidth + 2 + (titles.first ?? 0) / 2
    let room = width - first - (titles.last ?? 0) / 2 - 1
    while gaps.reduce(0, +) > room, let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] > Self.narrowest {
      gaps[widest] -= 1
    }
    columns = gaps.reduce(into: [first]) { $0.append($0[$0.count - 1] + $1) }
  }

  private static func widen(_ gaps: inout [Int], for row: LadderRow, _ ladder: Ladder) {
    switch row.body {
    case .message(let message):
      guard let from = ladder.participants.firstIndex(of: message.from), let to = ladder.participants.firstIndex(of: message.to),
        abs(from - to) == 1
      else { return }
      gaps[min(from, to)] = max(gaps[min(from, to)], min(PlainText.width(message.label), widestLabel) + 6)
    case .state(_, let text, isTrouble: _):
      guard gaps.count > 1 else { return }
      gaps[1] = max(gaps[1], min(PlainText.width(text), widestLabel) + 4)
    case .note, .audio, .pause: break
    }
  }
}
