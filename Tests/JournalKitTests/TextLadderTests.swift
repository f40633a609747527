import CallControl
import JournalKit
import Testing

@Suite("Ladders as text")
struct TextLadderTests {
  @Test("An outgoing call, drawn in text")
  func golden() throws {
    let ladder = try #require(Drawing(Stories.oneCall()).ladders.first)
    #expect(
      TextLadder(width: 100).text(of: ladder) == """
        line main  1 call, from 0.000 to 1:09.753

          c1  to tel:5550100  via loopback  answered, ended remoteEnded
              00000000-0000-4000-8000-000000000001

                  programs                               line main                 loopback
           0.000      ├─ start c1 tel:5550100 via loopback ─▶│                         │
                      │◀╌ accepted start c1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤                         │
                      │                                      ● c1 requested            │
                      │                                      ├─ start c1 tel:5550100 ─▶│
           0.003      │                                      │◀╌ fulfilled start c1 ╌╌╌┤
                      │                                      ● c1 dialing              │
                      │◀╌ done start c1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤                         │
                      │                                      ├─ audio on (started) ───▶│
                      ┊  3 s                                 ┊                         ┊
           3.003      │                                      │◀─ startedConnecting c1 ─┤
                      │                                      ● c1 connecting           │
                      ┊  1.5 s                               ┊                         ┊
           4.503      │                                      │◀─ connected c1 ─────────┤
                      │                                      ● c1 active               │
                      ┊  1 min 5 s                           ┊                         ┊
        1:09.753      │                                      │◀─ ended c1 remoteEnded ─┤
                      │                                      ● c1 ended remoteEnded    │
                      │                                      · log c1 outgoing answered
                      │                                      ├─ audio off (ended) ────▶│
                  programs                               line main                 loopback
        """)
  }

  @Test("The drawing keeps within its width, and shows every word", arguments: [80, 100, 120])
  func width(width: Int) throws {
    let ladder = try #require(Drawing(Stories.twoProviders()).ladders.first)
    let lines = TextLadder(width: width).text(of: ladder).split(separator: "\n").map(String.init)
    for line in lines { #expect(line.count <= width, "\(line)") }
    let drawing = lines.joined().filter { $0.isLetter || $0.isNumber }
    #expect(drawing.contains("unknownCallProvid"))
  }

  @Test("A provider's column is as far away as its labels need, and labels do not overlap")
  func labelsFit() throws {
    let ladder = try #require(Drawing(Stories.twoProviders()).ladders.first)
    let text = TextLadder(width: 200).text(of: ladder)
    for label in ["─ start c1 tel:5550100 via loopback ─", "╌ fulfilled setHeld c1 ╌", "✗─ stale fulfilled setMuted c2 ─"] {
      #expect(text.contains(label), "\(label)")
    }
  }

  @Test("Colours are requested piece by piece, and only where something has a style")
  func colours() throws {
    let ladder = try #require(Drawing(Stories.twoProviders()).ladders.first)
    let text = TextLadder(width: 120) { text, style in style == .trouble ? "<\(text)>" : text }.text(of: ladder)
    #expect(text.contains("<✗─ stale fulfilled setMuted c2 "))
    #expect(text.filter { $0 != "<" && $0 != ">" } == TextLadder(width: 120).text(of: ladder))
  }

  @Test("No text in a journal can control a terminal")
  func noControlCharacters() throws {
    let text = TextLadder().text(of: try #require(Drawing(Stories.hostile()).ladders.first))
    let commands = text.unicodeScalars.filter { scalar in
      scalar.properties.isBidiControl || (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
    }
    #expect(commands.isEmpty)
    #expect(text.contains("alert(1)"))
  }

  @Test("Letters two columns wide keep the lifelines straight")
  func wideLetters() throws {
    var journal = JournalWriter(providers: ["loopback"])
    journal.incoming(1, at: "loopback", from: "5550100", name: "王小明")
    let lines = TextLadder().text(of: try #require(Drawing(journal.records).ladders.first)).split(separator: "\n")
    let arrow = try #require(lines.first { $0.contains("incoming") })
    let next = try #require(lines.first { $0.contains("shown") })
    #expect(arrow.count + 3 == next.count)
  }
}
