import CallControl
import JournalKit
import Testing

@Suite("Ladders for Mermaid")
struct MermaidLadderTests {
  @Test("An outgoing call, as a sequence diagram")
  func golden() throws {
    let ladder = try #require(Drawing(Stories.oneCall()).ladders.first)
    #expect(
      MermaidLadder().text(of: ladder) == """
        sequenceDiagram
          %% c1, 00000000-0000-4000-8000-000000000001, to tel:5550100, via loopback, answered, ended remoteEnded
          participant p0 as programs
          participant p1 as line main
          participant p2 as loopback
          p0->>p1: [0.000] start c1 tel:5550100 via loopback
          p1-->>p0: accepted start c1
          Note over p1: c1 requested
          p1->>p2: start c1 tel:5550100
          p2-->>p1: [0.003] fulfilled start c1
          Note over p1: c1 dialing
          p1-->>p0: done start c1
          p1-)p2: audio on (started)
          Note over p0,p2: 3 s
          p2-)p1: [3.003] startedConnecting c1
          Note over p1: c1 connecting
          Note over p0,p2: 1.5 s
          p2-)p1: [4.503] connected c1
          Note over p1: c1 active
          Note over p0,p2: 1 min 5 s
          p2-)p1: [1:09.753] ended c1 remoteEnded
          Note over p1: c1 ended remoteEnded<br/>log c1 outgoing answered
          p1-)p2: audio off (ended)
        """)
  }

  @Test("A disregarded report ends in a cross")
  func ignored() throws {
    let text = MermaidLadder().text(of: try #require(Drawing(Stories.twoProviders()).ladders.first))
    #expect(text.contains("\n  p3-xp1: [12.252] stale fulfilled setMuted c2\n"))
  }

  @Test("Text from outside cannot become syntax: every line is one of a ladder's few forms")
  func escaping() throws {
    let text = MermaidLadder().text(of: try #require(Drawing(Stories.hostile()).ladders.first))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "sequenceDiagram")
    for line in lines.dropFirst() {
      if line.hasPrefix("  %% ") { continue }
      let shape = /\ \ (participant p\d as |p\d(->>|-->>|-\)|-x)p\d: |Note over p\d(,p\d)?: )(?<label>.*)/
      let label = try #require(try shape.wholeMatch(in: line)?.output.label, "\(line)")
      let words = label.replacing(/#\d+;|<br\/>/, with: "")
      #expect(!words.contains(/[#;<>"%&{}\[\]]/) || words.hasPrefix("[0.000] "), "\(words)")
    }
    #expect(!text.contains("<script"))
  }
}
