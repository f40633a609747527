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
