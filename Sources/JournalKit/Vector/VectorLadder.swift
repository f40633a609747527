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
