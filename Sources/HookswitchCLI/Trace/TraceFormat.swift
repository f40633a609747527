internal import JournalKit

/// The format of a ladder diagram.
enum TraceFormat: String, CaseIterable {
  case text
  case mermaid
  case svg
  case json

  /// Draws the ladders; only text uses `paint` and `showsMessages`.
  ///
  /// - Throws: a usage error for several ladders when the format permits only one.
  func drawing(of ladders: [Ladder], width: Int, showsMessages: Bool, paint: @escaping TextLadder.Paint) throws(CommandError) -> String {
    switch self {
    case .text:
      let renderer = TextLadder(width: width, showsMessages: showsMessages, paint: paint)
      return ladders.map { renderer.text(of: $0) }.joined(separator: "\n\n\n")
    case .json:
      return ladders.flatMap { ladder in ladder.rows.compactMap { TraceRecord($0, of: ladder)?.json } }.joined(separator: "\n")
    case .svg:
      return VectorLadder().text(of: ladders)
    case .mermaid:
      guard ladders.count == 1 else {
        throw .usage(
          "trace: a Mermaid diagram shows one line, and there are \(ladders.count): add --line with \(Self.list(ladders.map { "\($0.line)" }))"
        )
      }
      return MermaidLadder().text(of: ladders[0])
    }
  }

  /// Lists the first few of `words`, for a sentence that asks for one of them.
  static func list(_ words: [String]) -> String {
    let shown = words.prefix(6)
    let rest = words.count - shown.count
    if rest > 0 { return shown.joined(separator: ", ") + " or one of \(rest) more" }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " or " + last
  }
}
