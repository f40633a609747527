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

/// The colours and sizes of drawn ladders.
enum VectorStyle {
  /// The width of one letter of a label: that of common fixed-width fonts at 12 pixels, rounded up.
  static let letter = 7.3
  /// The distance between the lines of a label.
  static let leading = 15
  /// The margin of the page.
  static let margin = 24

  /// Returns the colour of the call with this index; white text is legible on each, on light and dark pages.
  static func colour(ofCall number: Int) -> String {
    ["#0969da", "#8250df", "#1a7f37", "#9a6700", "#bf3989", "#0e7490", "#bc4c00", "#57606a"][number % 8]
  }

  /// Returns the width of a text in the fixed-width font.
  static func width(_ text: String) -> Int {
    Int((Double(PlainText.width(text)) * letter).rounded(.up))
  }

  /// The style sheet.
  ///
  /// It repeats the colours in separate rules for dark pages, because some viewers do not support variables.
  static let sheet = """
    text { font: 12px ui-monospace, monospace; fill: #1f2328; white-space: pre; }
    .page { fill: #ffffff; }
    .title { font: bold 13px system-ui, sans-serif; text-anchor: middle; }
    .head { font: bold 17px system-ui, sans-serif; }
    .quiet, .time, .note { fill: #59636e; }
    .time { text-anchor: end; font-size: 11px; }
    .name { font-weight: bold; }
    .box { fill: #f6f8fa; stroke: #8c959f; }
    .box-line { fill: #ddf4ff; stroke: #0969da; }
    .life { stroke: #c4ccd4; stroke-width: 1.5; }
    .gap { stroke: #ffffff; stroke-width: 3; stroke-dasharray: 3 4; }
    .pause { font: italic 12px system-ui, sans-serif; fill: #59636e; }
    .audio { fill: #2da44e; }
    .label { text-anchor: middle; stroke: #ffffff; stroke-width: 4; paint-order: stroke; stroke-linejoin: round; }
    .chip { font-weight: bold; font-size: 11px; fill: #ffffff; text-anchor: middle; }
    .trouble-chip { stroke: #cf222e; stroke-width: 2.5; }
    .arrow { fill: none; stroke-width: 1.5; }
    .asking .arrow { stroke: #0550ae; }
    .asking .label, .asking .tip { fill: #0550ae; }
    .answering .arrow { stroke: #59636e; stroke-dasharray: 5 3; }
    .answering .label, .answering .tip { fill: #59636e; }
    .telling .arrow, .telling .tip { stroke: #1f2328; }
    .ignored .tip, .telling .tip { fill: none; stroke-width: 1.5; }
    .trouble .arrow, .trouble .tip { stroke: #cf222e; }
    .trouble .label, .answering.trouble .tip, .asking.trouble .tip { fill: #cf222e; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .page { fill: #0d1117; }
      .quiet, .time, .note, .pause { fill: #9198a1; }
      .box { fill: #151b23; stroke: #656c76; }
      .box-line { fill: #10233d; stroke: #4493f8; }
      .life { stroke: #3d444d; }
      .gap { stroke: #0d1117; }
      .label { stroke: #0d1117; }
      .chip { fill: #ffffff; }
      .trouble-chip { stroke: #f85149; }
      .asking .arrow { stroke: #79c0ff; }
      .asking .label, .asking .tip { fill: #79c0ff; }
      .answering .arrow { stroke: #9198a1; }
      .answering .label, .answering .tip { fill: #9198a1; }
      .telling .arrow, .telling .tip { stroke: #e6edf3; }
      .trouble .arrow, .trouble .tip { stroke: #ff7b72; }
      .trouble .label, .answering.trouble .tip, .asking.trouble .tip { fill: #ff7b72; }
    }
    """
}
