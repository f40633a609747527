/// One line of a drawing for a terminal: cells that can be written in any order, each with its style.
struct TextCanvasLine {
  private struct Cell {
    /// Empty: the right half of a character that takes two columns.
    var text = " "
    var style: TextLadder.Style?
  }

  private var cells: [Cell] = []

  /// Writes `text` from a column on, over what is there.
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

  /// The line, without spaces at its end.
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
