/// Draws ladders as one self-contained SVG picture for light and dark pages.
public struct VectorLadder {
  /// A renderer; it has no settings.
  public init() {}

  /// Returns an SVG document with the ladders one below the other, without a final line break.
  public func text(of ladders: [Ladder]) -> String {
    var sheet = VectorSheet()
    for ladder in ladders { sheet.add(ladder) }
    let (width, height) = (sheet.width, sheet.height)
    let lines = ladders.map { PlainText.clean("\($0.line)", limit: 40) }.joined(separator: ", ")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">
      <title>\(XMLText.escaped("Calls on " + (ladders.count == 1 ? "line " : "lines ") + lines))</title>
      <style>
      \(VectorStyle.sheet)
      </style>
      <rect class="page" width="\(width)" height="\(height)"/>
      \(sheet.elements.joined(separator: "\n"))
      </svg>
      """
  }
}

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

/// Escapes text for XML.
enum XMLText {
  /// Returns `text` with XML's five special characters escaped, and disallowed characters replaced by U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
