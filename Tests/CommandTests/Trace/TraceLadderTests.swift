import CallControl
import Foundation
import FoundationXML
import Testing

@Suite("hookswitch trace")
struct TraceLadderTests {
  @Test("A journal is drawn line by line, in plain text without a terminal")
  func text() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let outcome = try await BuiltCommand.run(["trace", journal.path])
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaint.isEmpty)
    #expect(outcome.output.hasPrefix("line main  1 call, from 0.000 to 9.000, begun 20"))
    #expect(outcome.output.contains("\n\n\nline desk  1 call, from 5.000 to 5.000, begun 20"))
    #expect(outcome.output.contains("│◀╌ fulfilled start c1 ╌"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test("--format mermaid gives a diagram's source, for one line at a time")
  func mermaid() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let both = try await BuiltCommand.run(["trace", journal.path, "--format", "mermaid"])
    #expect(both.exitCode == 2)
    #expect(both.output.isEmpty)
    #expect(both.complaint == "hookswitch: trace: a Mermaid diagram shows one line, and there are 2: add --line with main or desk\n")
    let one = try await BuiltCommand.run(["trace", journal.path, "--format", "mermaid", "--line", "desk"])
    #expect(one.exitCode == 0)
    #expect(one.output.hasPrefix("sequenceDiagram\n"))
    #expect(one.output.contains("\n  p0->>p1: [5.000] start c2 tel:5550100 via nobody\n"))
    #expect(one.output.contains("\n  p1-->>p0: refused start c2 unknownCallProvider\n"))
  }

  @Test("--format svg with --out writes a file that an XML parser reads, and nothing on standard output")
  func svg() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let file = journal.scratch.url.appendingPathComponent("calls.svg")
    let outcome = try await BuiltCommand.run(["trace", journal.path, "--format=svg", "--out", file.path])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.isEmpty && outcome.complaint.isEmpty)
    let parser = XMLParser(data: try Data(contentsOf: file))
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(try journal.scratch.text("calls.svg").hasSuffix("</svg>\n"))
  }

  @Test("--json gives a line for each step, with a transport's messages whole; --messages prints them below their arrows")
  func messages() async throws {
    let journal = try TraceJournal(with: [
      JournalRecord(
        time: Instant(nanoseconds: 1_000_000),
        .wire(
          "loopback", TraceJournal.call, protocol: "sip", text: "INVITE sip:bob@example.org SIP/2.0\r\nCSeq: 1 INVITE\r\n\r\nv=0\r\n",
          isOutgoing: true))
    ])
    defer { journal.remove() }
    let json = try await BuiltCommand.run(["trace", journal.path, "--json", "--call", "c1"])
    let lines = json.output.split(separator: "\n")
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
    #expect(
      lines.contains(
        #"{"calls":["c1"],"from":"loopback","line":"main","message":"INVITE sip:bob@example.org SIP/2.0\nCSeq: 1 INVITE\n\nv=0\n","#
          + #""step":"message","text":"INVITE sip:bob@example.org (1)","time":0.001,"to":"sip of loopback"}"#), "\(json)")
    let text = try await BuiltCommand.run(["trace", journal.path, "--messages", "--line", "main"])
    #expect(text.output.contains("├─ INVITE sip:bob@example.org (1) ─"), "\(text)")
    #expect(text.output.contains(" CSeq: 1 INVITE\n\n"), "\(text)")
    let wrong = try await BuiltCommand.run(["trace", journal.path, "--messages", "--format", "svg"])
    #expect(wrong.exitCode == 2)
  }

  @Test("--call shows one call alone, by its label or its UUID", arguments: ["c2", "00000000-0000-4000-8000-000000000002"])
  func oneCall(name: String) async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let outcome = try await BuiltCommand.run(["trace", journal.path, "--call", name])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasPrefix("line desk  1 call"))
    #expect(!outcome.output.contains("c1"))
  }

  @Test("A truncated journal is drawn as far as it is whole")
  func cutOff() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    try Data(journal.text().utf8.dropLast(20)).write(to: URL(fileURLWithPath: journal.path))
    let outcome = try await BuiltCommand.run(["trace", journal.path, "--line", "main"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("not over when the journal ends"))
    #expect(outcome.complaint.contains(":8: the last line is cut off"))
  }

  @Test("The ladder in docs/trace.md equals the command's drawing of that scenario")
  func pageIsTrue() async throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    let page = String(decoding: try Data(contentsOf: root.appendingPathComponent("docs/trace.md")), as: UTF8.self)
    let scenario = try #require(try /scenario --journal calls\.journal (.+\.json)\n/.firstMatch(in: page)?.output.1)
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let journal = scratch.url.appendingPathComponent("calls.journal").path
    let played = try await BuiltCommand.run(["scenario", "--journal", journal, root.appendingPathComponent(String(scenario)).path])
    #expect(played.exitCode == 0, "\(played)")
    let drawn = try await BuiltCommand.run(["trace", journal])
    #expect(page.contains("$ hookswitch trace calls.journal\n" + drawn.output + "```\n"), "put this into the page:\n\(drawn.output)")
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var exitCode: Int32
    var says: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let wrongs = [
    Wrong(
      arguments: ["--format", "png"], exitCode: 2,
      says: "trace: there is no format png: --format is text, mermaid, svg, json, otlp or pcapng"),
    Wrong(arguments: ["--line", "attic"], exitCode: 2, says: "trace: there is no line attic in this journal: --line is main or desk"),
    Wrong(
      arguments: ["--call", "c9"], exitCode: 2, says: "trace: there is no call c9 here: --call is c1 (tel:5550100) or c2 (tel:5550100)"),
    Wrong(
      arguments: ["--line", "main", "--call", "c2"], exitCode: 2, says: "trace: there is no call c2 here: --call is c1 (tel:5550100)"),
    Wrong(
      arguments: ["--out", "/nowhere/at/all.svg"], exitCode: 1, says: "/nowhere/at/all.svg cannot be written: No such file or directory"),
  ]

  @Test("An unknown name is reported in one sentence, with the known ones", arguments: wrongs)
  func wrong(_ wrong: Wrong) async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let outcome = try await BuiltCommand.run(["trace", journal.path] + wrong.arguments)
    #expect(outcome.exitCode == wrong.exitCode)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint == "hookswitch: \(wrong.says)\n")
  }

  @Test("A journal without events gives no ladder")
  func empty() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let path = try scratch.write("{\"hookswitch-journal\":1}\n", to: "empty.journal").path
    let outcome = try await BuiltCommand.run(["trace", path])
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaint == "hookswitch: \(path): nothing happened on any line, so there is nothing to draw\n")
    #expect(try await BuiltCommand.run(["replay", path]).exitCode == 0)
  }
}
