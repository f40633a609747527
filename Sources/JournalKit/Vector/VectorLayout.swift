/// The column positions of a drawn ladder, in pixels.
struct VectorLayout {
  /// The right edge of the times.
  let times: Int
  /// The position of each participant's lifeline.
  private(set) var columns: [Int] = []
  /// The width of each participant's box.
  let boxes: [Int]

  private static let narrowest = 110
  private static let widestLabel = 330

  init(_ ladder: Ladder) {
    let widestTime = ladder.rows.map { ClockText.time($0.time).count }.max() ?? 5
    times = VectorStyle.margin + Int((Double(widestTime) * 6.7).rounded(.up))
    // Titles are bold and of another font, so leave room for the widest one.
    boxes = ladder.participants.map { VectorStyle.width($0.title) * 6 / 5 + 24 }
    var gaps = zip(boxes, boxes.dropFirst()).map { max(Self.narrowest, ($0 + $1) / 2 + 16) }
    for row in ladder.rows { Self.widen(&gaps, for: row, ladder) }
    let first = times + 20 + max((boxes.first ?? 0) / 2, 20)
    columns = gaps.reduce(into: [first]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// The right edge of the last box.
  var right: Int { (columns.last ?? 0) + (boxes.last ?? 0) / 2 }

  /// Wraps a label that stands between two columns.
  static func lines(_ label: String, between left: Int, and right: Int) -> [String] {
    PlainText.wrapped(label, to: max(Int(Double(right - left - 24) / VectorStyle.letter), 8))
  }

  private static func widen(_ gaps: inout [Int], for row: LadderRow, _ ladder: Ladder) {
    switch row.body {
    case .message(let message):
      guard let from = ladder.participants.firstIndex(of: message.from), let to = ladder.participants.firstIndex(of: message.to),
        abs(from - to) == 1
      else { return }
      let place = min(from, to)
      gaps[place] = max(gaps[place], min(VectorStyle.width(message.label), widestLabel) + 32)
    case .state(_, let text, isTrouble: _):
      let half = VectorStyle.width(text) / 2 + 24
      for place in gaps.indices.prefix(2) { gaps[place] = max(gaps[place], half) }
    case .note, .audio, .pause: break
    }
  }
}
