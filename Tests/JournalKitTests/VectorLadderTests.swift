import CallControl
import Foundation
import FoundationXML
import JournalKit
import Testing

@Suite("Ladders as SVG")
struct VectorLadderTests {
  static let stories: [(name: String, records: [JournalRecord])] = [
    ("one call", Stories.oneCall()), ("two providers", Stories.twoProviders()), ("two lines", Stories.twoLines()),
    ("hostile", Stories.hostile()), ("none", []),
  ]

  /// The elements and texts that an XML parser finds in a document.
  final class Contents: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var texts: [String] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      text = ""
    }
    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      if name == "text" { texts.append(text) }
    }
  }

  static func contents(of svg: String) throws -> Contents {
    let contents = Contents()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = contents
    try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "") in line \(parser.lineNumber)")
    return contents
  }

  @Test("Every drawing is well-formed XML, made only of shapes, text and one style sheet", arguments: stories.indices)
  func wellFormed(story: Int) throws {
    let contents = try Self.contents(of: VectorLadder().text(of: Drawing(Self.stories[story].records).ladders))
    #expect(Set(contents.elements.keys).isSubset(of: ["svg", "title", "style", "rect", "line", "path", "text", "g"]))
    #expect(contents.elements["style"] == 1)
  }

  @Test("Every label is shown unchanged, and hostile ones as text")
  func labels() throws {
    let contents = try Self.contents(of: VectorLadder().text(of: Drawing(Stories.hostile()).ladders))
    #expect(contents.texts.contains("a<b>&\"c\";#35;%%"))
    #expect(contents.texts.contains { $0.contains("x]]></text><script>alert(1)</script>&amp;\u{FFFD}[31m") })
    let story = Drawing(Stories.twoProviders())
    let words = try Self.contents(of: VectorLadder().text(of: story.ladders)).texts.joined(separator: " ")
    for call in story.names.calls { #expect(words.contains(call.uuidString)) }
    for row in story.ladders.flatMap(\.rows) {
      if case .message(let message) = row.body { #expect(words.contains(message.label)) }
      if case .state(_, let text, isTrouble: _) = row.body { #expect(words.contains(text)) }
    }
  }

  @Test("A transport's message is there whole, as the tooltip of its arrow")
  func wholeWireMessage() throws {
    let svg = VectorLadder().text(of: Drawing(Stories.twoProviders()).ladders)
    #expect(svg.contains("<title>INVITE sip:bob@example.org SIP/2.0\nFrom: &quot;Alice&quot; &lt;sip:alice@example.org&gt;;tag=1\n"))
  }

  @Test("The drawing refers to nothing outside itself, and has colours for light and for dark pages")
  func selfContained() {
    let svg = VectorLadder().text(of: Drawing(Stories.twoProviders()).ladders)
    #expect(!svg.contains("href") && !svg.contains("url(") && !svg.contains("@import"))
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test("Nothing is drawn beyond the edges")
  func insideItsEdges() throws {
    let svg = VectorLadder().text(of: Drawing(Stories.twoProviders()).ladders)
    let size = try #require(try /viewBox="0 0 (\d+) (\d+)"/.firstMatch(in: svg)?.output)
    let (width, height) = (try #require(Int(size.1)), try #require(Int(size.2)))
    for match in svg.matches(of: /\ (x|y|x1|y1|x2|y2)="(-?\d+)"/) {
      let value = try #require(Int(match.output.2))
      #expect(value >= 0 && value <= (match.output.1.hasPrefix("x") ? width : height), "\(match.output.0)")
    }
  }
}
