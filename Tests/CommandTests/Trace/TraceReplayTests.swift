import Foundation
import Testing

@Suite("hookswitch replay")
struct TraceReplayTests {
  @Test("A journal replays: the events and effects are counted, and it exits 0")
  func faithful() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let outcome = try await BuiltCommand.run(["replay", journal.path])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.complaint.isEmpty)
    #expect(
      outcome.output.wholeMatch(of: /.*calls\.journal: 5 events on 2 lines replayed, the same \d+ effects came out\n/) != nil, "\(outcome)")
  }

  @Test("A changed journal is detected: the file's line, the recorded effects and the rules' effects")
  func tampered() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    try journal.tamper(
      #"{"_0":"6F9619FF-8B86-4011-B42D-00C04FC964FF","_1":"active"}"#, #"{"_0":"6F9619FF-8B86-4011-B42D-00C04FC964FF","_1":"held"}"#)
    let outcome = try await BuiltCommand.run(["replay", journal.path])
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.output == """
        \(journal.path):5: record 4 differs
        line main at 4.500: loopback > connected c1
        recorded (-), replayed (+):
            loopback > connected c1
          - c1 held
          + c1 active
            snapshot 3
        c1 is 6F9619FF-8B86-4011-B42D-00C04FC964FF

        """)
  }

  @Test("A truncated last line is reported, and the rest is replayed")
  func cutOff() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    try Data(journal.text().utf8.dropLast(20)).write(to: URL(fileURLWithPath: journal.path))
    let outcome = try await BuiltCommand.run(["replay", journal.path])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains(": 4 events on 2 lines replayed"))
    #expect(
      outcome.complaint == "hookswitch: \(journal.path):8: the last line is cut off and was left out; the 6 records before it are whole\n")
  }

  /// A file that is not a journal, and its error.
  struct BadFile: Sendable, CustomTestStringConvertible {
    var content: String
    var says: String
    var testDescription: String { says }
  }

  static let badFiles = [
    BadFile(content: "", says: ":1: it does not begin with"),
    BadFile(content: "hello\n", says: ":1: it does not begin with"),
    BadFile(content: "{\"hookswitch-journal\":99}\n", says: ":1: it is of version 99"),
    BadFile(content: "{\"hookswitch-journal\":1}\n{}\n", says: ":2: it is not a journal record"),
    BadFile(
      content: "{\"hookswitch-journal\":1}\n{\"time\":{\"nanoseconds\":0},\"body\":{\"closed\":{}}}\n",
      says: ":2: it is not a journal record"),
  ]

  @Test("A file that is not a journal is named with its line and the reason, and no result is printed", arguments: badFiles)
  func badFile(_ file: BadFile) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let path = try scratch.write(file.content, to: "bad.journal").path
    for verb in ["replay", "trace"] {
      let outcome = try await BuiltCommand.run([verb, path])
      #expect(outcome.exitCode == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.complaint.hasPrefix("hookswitch: \(path)\(file.says)"), "\(outcome.complaint)")
      #expect(outcome.complaint.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test("A missing file, and a folder, are reported with the system's reason")
  func unreadable() async throws {
    for path in ["/nowhere/at/all.journal", "/"] {
      let outcome = try await BuiltCommand.run(["replay", path])
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.complaint.hasPrefix("hookswitch: \(path): it cannot be ") || outcome.complaint.hasPrefix("hookswitch: \(path): cannot be "))
    }
  }

  @Test("A dash reads standard input")
  func standardInput() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let outcome = try await BuiltCommand.run(["replay", "-"], input: journal.text())
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasPrefix("standard input: 5 events"))
  }
}
