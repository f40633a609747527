internal import CallControl

/// The rows of one drawn ladder.
struct VectorBody {
  let ladder: Ladder
  let layout: VectorLayout
  /// The vertical position reached so far.
  private(set) var y: Int
  /// The right edge of the rows drawn so far.
  private(set) var right = 0
  private(set) var elements: [String] = []
  /// The bars on the lifelines of providers while their audio is on.
  private(set) var audio: [String] = []
  private var audioSince: [(provider: ProviderID, y: Int)] = []
  private var lastTime = ""
  private var lastRecord = -1

  init(ladder: Ladder, layout: VectorLayout, top: Int) {
    self.ladder = ladder
    self.layout = layout
    y = top
  }

  mutating func draw() {
    var index = ladder.rows.startIndex
    while index < ladder.rows.endIndex {
      let row = ladder.rows[index]
      if row.record != lastRecord { y += 6 }
      lastRecord = row.record
      let chips = ladder.rows[index...].prefix { $0.record == row.record && Self.isState($0) }
      if chips.isEmpty { draw(row) } else { draw(chips) }
      index += max(chips.count, 1)
    }
    let open = audioSince
    if !open.isEmpty { y += 8 }
    for (provider, _) in open { endAudio(of: provider, at: y) }
  }

  private static func isState(_ row: LadderRow) -> Bool {
    if case .state = row.body { true } else { false }
  }

  private mutating func draw(_ row: LadderRow) {
    switch row.body {
    case .message(let message): draw(message, at: row)
    case .audio(let provider, let isOn, let reason):
      draw(.audio(isOn, reason, from: ladder.line, to: provider), at: row)
      if isOn { audioSince.append((provider, y - 7)) } else { endAudio(of: provider, at: y - 7) }
    case .note(let text):
      y += 20
      stamp(row, at: y - 5)
      put(text, "label note", at: layout.columns[1], y: y - 5)
    case .pause(let length):
      y += 34
      for column in layout.columns {
        elements.append("<line class=\"gap\" x1=\"\(column)\" y1=\"\(y - 26)\" x2=\"\(column)\" y2=\"\(y - 4)\"/>")
      }
      put(ClockText.length(nanoseconds: length), "pause", at: layout.columns[0] + 10, y: y - 11)
    case .state: break
    }
  }

  /// Ends the bar of a provider's audio.
  private mutating func endAudio(of provider: ProviderID, at y: Int) {
    guard let place = audioSince.firstIndex(where: { $0.provider == provider }),
      let column = ladder.participants.firstIndex(of: .provider(provider))
    else { return }
    let top = audioSince.remove(at: place).y
    let title = XMLText.escaped(PlainText.clean("audio of \(provider)"))
    audio.append(
      "<rect class=\"audio\" x=\"\(layout.columns[column] - 3)\" y=\"\(top)\" width=\"6\" height=\"\(max(y - top, 4))\" rx=\"3\">"
        + "<title>\(title)</title></rect>")
  }

  private mutating func stamp(_ row: LadderRow, at y: Int) {
    let time = ClockText.time(row.time)
    guard time != lastTime else { return }
    lastTime = time
    elements.append(VectorSheet.text(time, x: layout.times, y: y, "time"))
  }

  private mutating func put(_ text: String, _ style: String, at x: Int, y: Int) {
    elements.append(VectorSheet.text(text, x: x, y: y, style))
    let width = VectorStyle.width(text)
    right = max(right, style.hasPrefix("label") ? x + width / 2 : x + width)
  }

  // MARK: States

  /// Draws the states that calls entered at one moment, side by side on the line.
  private mutating func draw(_ rows: ArraySlice<LadderRow>) {
    y += 28
    if let first = rows.first { stamp(first, at: y - 10) }
    let texts = rows.map { row in if case .state(_, let text, isTrouble: _) = row.body { text } else { "" } }
    let widths = texts.map { VectorStyle.width($0) + 14 }
    var x = layout.columns[1] - (widths.reduce(0, +) + 6 * (widths.count - 1)) / 2
    for ((row, text), width) in zip(zip(rows, texts), widths) {
      guard case .state(let call, text: _, isTrouble: let isTrouble) = row.body else { continue }
      let colour = VectorStyle.colour(ofCall: ladder.calls.first { $0.call == call }?.number ?? 0)
      let style = isTrouble ? " class=\"trouble-chip\"" : ""
      elements.append("<rect\(style) x=\"\(x)\" y=\"\(y - 24)\" width=\"\(width)\" height=\"20\" rx=\"10\" fill=\"\(colour)\"/>")
      elements.append(VectorSheet.text(text, x: x + width / 2, y: y - 10, "chip"))
      right = max(right, x + width)
      x += width + 6
    }
  }

  // MARK: Arrows

  private mutating func draw(_ message: LadderMessage, at row: LadderRow) {
    guard let from = ladder.participants.firstIndex(of: message.from), let to = ladder.participants.firstIndex(of: message.to) else {
      return
    }
    let (start, end) = (layout.columns[from], layout.columns[to])
    let lines = VectorLayout.lines(message.label, between: min(start, end), and: max(start, end))
    let top = y
    y += 14 + VectorStyle.leading * lines.count
    let height = y - 7
    stamp(row, at: top + 14)
    elements.append("<g class=\"\(Self.style(message.kind))\(message.isTrouble ? " trouble" : "")\">")
    if !message.detail.isEmpty { elements.append("<title>\(XMLText.escaped(Self.tooltip(message.detail)))</title>") }
    let direction = end > start ? 1 : -1
    elements.append("<path class=\"arrow\" d=\"M\(start) \(height)H\(end - direction * (message.kind == .ignored ? 13 : 2))\"/>")
    elements.append("<path class=\"tip\" d=\"\(Self.tip(message.kind, at: end - direction, height, direction))\"/>")
    let middle = labelPlace(of: lines, between: from, and: to)
    for (number, line) in lines.enumerated() {
      put(line, "label", at: middle, y: top + 13 + VectorStyle.leading * number)
    }
    elements.append("</g>")
  }

  /// Returns the part of a message that fits on a screen.
  private static func tooltip(_ detail: String) -> String {
    detail.split(separator: "\n").prefix(60).map { $0.count > 200 ? $0.prefix(200) + "…" : $0 }.joined(separator: "\n")
  }

  /// Returns the centre of a label.
  ///
  /// That is the middle of the gap between two lifelines where the text fits, else the middle of the arrow.
  private func labelPlace(of lines: [String], between from: Int, and to: Int) -> Int {
    let (first, last) = (min(from, to), max(from, to))
    let widest = lines.map(VectorStyle.width).max() ?? 0
    let isNear = layout.columns[first + 1] - layout.columns[first] >= widest + 24
    return (layout.columns[first] + layout.columns[isNear ? first + 1 : last]) / 2
  }

  private static func style(_ kind: LadderMessage.Kind) -> String {
    switch kind {
    case .asking: "asking"
    case .answering: "answering"
    case .telling: "telling"
    case .ignored: "ignored telling"
    }
  }

  /// Returns the arrowhead: filled for requests and answers, open for reports, a cross before the lifeline for ignored reports.
  private static func tip(_ kind: LadderMessage.Kind, at x: Int, _ y: Int, _ direction: Int) -> String {
    let back = x - direction * 9
    switch kind {
    case .asking, .answering: return "M\(x) \(y)L\(back) \(y - 4)V\(y + 4)Z"
    case .telling: return "M\(back) \(y - 4)L\(x) \(y)L\(back) \(y + 4)"
    case .ignored:
      let near = x - direction * 4
      let far = x - direction * 13
      return "M\(near) \(y - 5)L\(far) \(y + 5)M\(near) \(y + 5)L\(far) \(y - 5)"
    }
  }
}
