/// The page on which ladders are drawn, from top to bottom.
struct VectorSheet {
  private(set) var elements: [String] = []
  private(set) var width = 320
  private var y = VectorStyle.margin

  /// The height of the page so far.
  var height: Int { y + VectorStyle.margin }

  mutating func add(_ ladder: Ladder) {
    if !elements.isEmpty { y += 2 * VectorStyle.margin }
    let layout = VectorLayout(ladder)
    drawHead(ladder)
    drawLegend(ladder)
    drawBoxes(ladder, layout)
    let top = y
    var body = VectorBody(ladder: ladder, layout: layout, top: y + 14)
    body.draw()
    y = body.y + 14
    // Later elements cover earlier ones: lifelines, then audio bars, then arrows.
    for column in layout.columns { elements.append("<line class=\"life\" x1=\"\(column)\" y1=\"\(top)\" x2=\"\(column)\" y2=\"\(y)\"/>") }
    elements += body.audio + body.elements
    drawBoxes(ladder, layout)
    widen(to: max(layout.right, body.right))
  }

  private mutating func widen(to right: Int) { width = max(width, right + VectorStyle.margin) }

  private mutating func drawHead(_ ladder: Ladder) {
    y += 14
    elements.append(Self.text("line \(ladder.line)", x: VectorStyle.margin, y: y, "head"))
    y += 20
    var words = "nothing happened"
    if let first = ladder.rows.first, let last = ladder.rows.last {
      words = "from \(ClockText.time(first.time)) to \(ClockText.time(last.time))" + (ladder.begun.map { ", begun \($0)" } ?? "")
    }
    elements.append(Self.text(words, x: VectorStyle.margin, y: y, "quiet"))
    y += 12
  }

  private mutating func drawLegend(_ ladder: Ladder) {
    let cells = ladder.calls.map { [$0.name] + $0.words + ["\($0.call)"] }
    let widths = (0..<5).map { column in cells.map { VectorStyle.width($0[column]) }.max() ?? 0 }
    for (call, words) in zip(ladder.calls, cells) {
      y += 20
      var x = VectorStyle.margin
      let colour = VectorStyle.colour(ofCall: call.number)
      elements.append("<rect x=\"\(x)\" y=\"\(y - 10)\" width=\"11\" height=\"11\" rx=\"3\" fill=\"\(colour)\"/>")
      x += 18
      for (column, word) in words.enumerated() {
        let style = column == 0 ? "name" : column == 4 ? "quiet" : ""
        if !word.isEmpty { elements.append(Self.text(word, x: x, y: y, style)) }
        if widths[column] > 0 { x += widths[column] + 18 }
      }
      widen(to: x)
    }
    y += 22
  }

  private mutating func drawBoxes(_ ladder: Ladder, _ layout: VectorLayout) {
    for (number, participant) in ladder.participants.enumerated() {
      let (x, box) = (layout.columns[number], layout.boxes[number])
      let style = participant == .line(ladder.line) ? "box-line" : "box"
      elements.append("<rect class=\"\(style)\" x=\"\(x - box / 2)\" y=\"\(y)\" width=\"\(box)\" height=\"28\" rx=\"6\"/>")
      elements.append(Self.text(participant.title, x: x, y: y + 19, "title"))
    }
    y += 28
  }

  /// Returns a piece of text as an SVG element.
  static func text(_ text: String, x: Int, y: Int, _ style: String) -> String {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    return "<text\(style) x=\"\(x)\" y=\"\(y)\">\(XMLText.escaped(text))</text>"
  }
}
