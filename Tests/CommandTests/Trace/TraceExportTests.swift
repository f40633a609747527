import CallControl
import Foundation
import StrictJSON
import Testing

/// Journals in the formats of other tools.
@Suite("trace: exports") struct TraceExportTests {
  @Test("--format otlp writes one document, also of one call alone") func spans() async throws {
    let journal = try TraceJournal()
    defer { journal.remove() }
    let all = try await BuiltCommand.run(["trace", journal.path, "--format", "otlp"])
    #expect(all.exitCode == 0, "\(all.complaint)")
    let trace = TraceJournal.call.uuidString.replacing("-", with: "").lowercased()
    let other = "00000000000040008000000000000002"
    #expect(try JSONReader.read(Array(all.output.utf8))["resourceSpans"] != nil && all.output.contains(trace) && all.output.contains(other))
    let one = try await BuiltCommand.run(["trace", journal.path, "--format", "otlp", "--call", "c1"])
    #expect(one.output.contains(trace) && !one.output.contains(other))
    #expect(try await BuiltCommand.run(["trace", journal.path, "--format", "otlp", "--call", "c9"]).exitCode == 2)
  }

  @Test("--format pcapng writes a capture to a file") func capture() async throws {
    let message = JournalRecord(
      time: .zero, .wire("loopback", TraceJournal.call, protocol: "SIP", text: "OPTIONS sip:a SIP/2.0\r\n\r\n", isOutgoing: true))
    let journal = try TraceJournal(with: [message])
    defer { journal.remove() }
    let file = journal.scratch.url.appendingPathComponent("calls.pcapng")
    #expect(try await BuiltCommand.run(["trace", journal.path, "--format", "pcapng", "--out", file.path]).exitCode == 0)
    let bytes = try Data(contentsOf: file)
    #expect(bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) && bytes.range(of: Data("OPTIONS sip:a".utf8)) != nil)
  }

  @Test("--live takes no journal, and without either the verb says what it needs") func words() async throws {
    for words in [["trace"], ["trace", "calls.journal", "--live", "active"], ["trace", "--live", "active", "--line", "main"]] {
      #expect(try await BuiltCommand.run(words).exitCode == 2, "\(words)")
    }
    #expect(try await BuiltCommand.run(["trace", "--live", "active", "--socket", "/nowhere/at/all"]).exitCode == 3)
  }
}
