/// Draws ladders as text, for a terminal or a log.
public struct TextLadder {
  /// The style of a piece of the drawing, from which a program chooses its colour.
  public enum Style: Hashable, Sendable {
    /// The name of a participant or of a line.
    case title
    /// Times, lifelines, notes.
    case quiet
    /// A refusal, a failure, a loss.
    case trouble
    /// A call's state.
    case state
    /// The decision on a request, or its completion.
    case answer
  }

  /// A function that adds the colour to a piece of text.
  public typealias Paint = (String, Style) -> String

  private let width: Int
  private let showsMessages: Bool
  private let paint: Paint

  /// Creates a renderer that draws within `width` columns; many participants may need more.
  ///
  /// - Parameters:
  ///   - showsMessages: True to print transports' messages in full below their arrows.
  ///   - paint: Called for every piece that has a style; the default draws plain text.
  public init(width: Int = 120, showsMessages: Bool = false, paint: @escaping Paint = { text, _ in text }) {
    self.width = width
    self.showsMessages = showsMessages
    self.paint = paint
  }

  /// Returns the drawing, without a final line break.
  public func text(of ladder: Ladder) -> String {
    let layout = TextLayout(ladder, width: width)
    var lines = [head(ladder), ""] + legend(ladder)
    if !ladder.calls.isEmpty { lines.append("") }
    lines.append(titles(ladder, layout))
    lines += rows(of: ladder, from: 0, layout)
    lines.append(titles(ladder, layout))
    return lines.joined(separator: "\n")
  }

  /// Returns the drawing of a ladder's rows from an index on, for a ladder that grows; nil when it has no more.
  ///
  /// - Parameters:
  ///   - ladder: the ladder.
  ///   - start: the index of the first row.
  ///   - hasTitles: true to write the titles of the columns first.
  public func text(of ladder: Ladder, from start: Int, hasTitles: Bool) -> String? {
    guard start < ladder.rows.count else { return nil }
    let layout = TextLayout(ladder, width: width)
    return ((hasTitles ? [titles(ladder, layout)] : []) + rows(of: ladder, from: start, layout)).joined(separator: "\n")
  }

  private func rows(of ladder: Ladder, from start: Int, _ layout: TextLayout) -> [String] {
    var lines: [String] = []
    var last = ""
    for row in ladder.rows.dropFirst(start) {
      var block = draw(row, ladder, layout)
      let time = ClockText.time(row.time)
      if time != last, !block.isEmpty {
        if case .pause = row.body {
        } else {
          block[0].put(String(repeating: " ", count: layout.timeWidth - time.count) + time, at: 0, .quiet)
          last = time
        }
      }
      lines += block.map { $0.text(paint) }
    }
    return lines
  }

  // MARK: Head

  private func head(_ ladder: Ladder) -> String {
    let line = paint(PlainText.clean("line \(ladder.line)", limit: 60), .title)
    guard let first = ladder.rows.first, let last = ladder.rows.last else { return line + paint("  nothing happened", .quiet) }
    let calls = ladder.calls.count == 1 ? "1 call" : "\(ladder.calls.count) calls"
    let begun = ladder.begun.map { ", begun \($0)" } ?? ""
    return line + paint("  \(calls), from \(ClockText.time(first.time)) to \(ClockText.time(last.time))\(begun)", .quiet)
  }

  /// Returns the calls as a table, or as paragraphs when the table is too wide.
  private func legend(_ ladder: Ladder) -> [String] {
    let rows = ladder.calls.map { [$0.name] + $0.words }
    let widths = (0..<4).map { column in rows.map { PlainText.width($0[column]) }.max() ?? 0 }
    let indent = widths[0] + 4
    let isTable = widths.reduce(0, +) + 8 <= width
    return zip(ladder.calls, rows).map { call, words in
      let name = "  " + paint(PlainText.padded(words[0], to: widths[0]), .state) + "  "
      let margin = String(repeating: " ", count: indent)
      let lines =
        isTable
        ? [PlainText.padded(words[1], to: widths[1]) + "  " + PlainText.padded(words[2], to: widths[2]) + "  " + words[3]]
        : PlainText.wrapped(words[1...].filter { !$0.isEmpty }.joined(separator: ", "), to: width - indent)
      return name + lines.joined(separator: "\n" + margin) + "\n" + margin + paint("\(call.call)", .quiet)
    }
  }

  private func titles(_ ladder: Ladder, _ layout: TextLayout) -> String {
    var line = TextCanvasLine()
    for (participant, column) in zip(ladder.participants, layout.columns) {
      line.put(participant.title, at: column - PlainText.width(participant.title) / 2, .title)
    }
    return line.text(paint)
  }

  // MARK: Rows

  private func lifelines(_ layout: TextLayout, _ letter: String = "│") -> TextCanvasLine {
    var line = TextCanvasLine()
    for column in layout.columns { line.put(letter, at: column, .quiet) }
    return line
  }

  private func draw(_ row: LadderRow, _ ladder: Ladder, _ layout: TextLayout) -> [TextCanvasLine] {
    switch row.body {
    case .message(let message):
      return draw(message, ladder, layout) + (showsMessages ? whole(message, layout) : [])
    case .audio(let provider, let isOn, let reason):
      return draw(.audio(isOn, reason, from: ladder.line, to: provider), ladder, layout)
    case .state(_, let text, let isTrouble):
      return beside(text, mark: "●", isTrouble ? .trouble : .state, layout)
    case .note(let text):
      return beside(text, mark: "·", .quiet, layout)
    case .pause(let nanoseconds):
      var line = lifelines(layout, "┊")
      line.put(" " + ClockText.length(nanoseconds: nanoseconds) + " ", at: layout.columns[0] + 2, .quiet)
      return [line]
    }
  }

  /// Returns a transport's message in full, without lifelines, so that it can be copied.
  private func whole(_ message: LadderMessage, _ layout: TextLayout) -> [TextCanvasLine] {
    message.detail.split(separator: "\n", omittingEmptySubsequences: false).map { words in
      var line = TextCanvasLine()
      line.put(String(words), at: layout.columns[0], .quiet)
      return line
    }
  }

  /// Draws text to the right of the line's lifeline, over the other lifelines.
  private func beside(_ text: String, mark: String, _ style: Style, _ layout: TextLayout) -> [TextCanvasLine] {
    let column = layout.columns[1]
    return PlainText.wrapped(text, to: max(width - column - 3, 20)).enumerated().map { number, words in
      var line = lifelines(layout)
      if number == 0 { line.put(mark, at: column, style) }
      line.put(" " + words + " ", at: column + 1, style)
      return line
    }
  }

  private func draw(_ message: LadderMessage, _ ladder: Ladder, _ layout: TextLayout) -> [TextCanvasLine] {
    guard let from = ladder.participants.firstIndex(of: message.from), let to = ladder.participants.firstIndex(of: message.to) else {
      return []
    }
    let (left, right) = (layout.columns[min(from, to)], layout.columns[max(from, to)])
    let style: Style? = message.isTrouble ? .trouble : message.kind == .answering ? .answer : nil
    let words = PlainText.wrapped(message.label, to: right - left - 6)
    var lines = words.map { text in
      var line = lifelines(layout)
      line.put(" " + text + " ", at: left + (from < to ? 2 : 3), style)
      return line
    }
    lines[0] = arrow(message, words[0], left: left, right: right, isRightwards: from < to, style, layout)
    return lines
  }

  private func arrow(
    _ message: LadderMessage, _ label: String, left: Int, right: Int, isRightwards: Bool, _ style: Style?, _ layout: TextLayout
  ) -> TextCanvasLine {
    var line = lifelines(layout)
    let dash = message.kind == .answering ? "╌" : "─"
    line.put(String(repeating: dash, count: right - left - 1), at: left + 1, style)
    let isIgnored = message.kind == .ignored
    if isRightwards {
      line.put("├", at: left, .quiet)
      line.put(isIgnored ? "✗" : "▶", at: right - 1, style)
      line.put(" " + label + " ", at: left + 2, style)
    } else {
      line.put("┤", at: right, .quiet)
      line.put(isIgnored ? "✗" : "◀", at: left + 1, style)
      line.put(" " + label + " ", at: left + 3, style)
    }
    return line
  }
}

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

/// One line of a terminal drawing: styled cells that can be written in any order.
struct TextCanvasLine {
  private struct Cell {
    /// Empty for the right half of a character that takes two columns.
    var text = " "
    var style: TextLadder.Style?
  }

  private var cells: [Cell] = []

  /// Writes `text` from a column on, over the existing cells.
  mutating func put(_ text: String, at column: Int, _ style: TextLadder.Style?) {
    var column = max(column, 0)
    for character in text {
      let width = PlainText.width(character)
      while cells.count < column + width { cells.append(Cell()) }
      cells[column] = Cell(text: String(character), style: style)
      if width == 2 { cells[column + 1] = Cell(text: "", style: style) }
      column += width
    }
  }

  /// Returns the line without trailing spaces.
  func text(_ paint: TextLadder.Paint) -> String {
    var result = ""
    var run = ""
    var style: TextLadder.Style?
    let end = cells.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
    for cell in cells[..<end] {
      if cell.style != style {
        result += Self.painted(run, style, paint)
        run = ""
        style = cell.style
      }
      run += cell.text
    }
    return result + Self.painted(run, style, paint)
  }

  private static func painted(_ text: String, _ style: TextLadder.Style?, _ paint: TextLadder.Paint) -> String {
    guard let style, !text.isEmpty else { return text }
    return paint(text, style)
  }
}
