import CallStore
import StrictJSON
import Testing

@testable import HookswitchCLI

/// The export of the history, from pages as the daemon gives them.
@Suite("HistoryRows: pages of the history as CSV, JSON and JSON lines") struct HistoryRowsTests {
  private static let first = #"""
    {"calls": [{"id": 2, "change": 5, "call": "A", "line": "main", "provider": "home", "direction": "incoming", "outcome": "missed",
      "handle": {"type": "phoneNumber", "value": "+12025550100"}, "name": "Lee, \"Ann\"\nSecond", "displayName": "=cmd()",
      "began": "2026-11-24T12:00:00.000Z", "end": {"reason": "remoteEnded", "transport": {"domain": "sip", "code": 487}},
      "emergency": false, "video": true, "recordings": ["a.wav", "b.wav"], "read": false}], "next": 2}
    """#
  private static let second = #"""
    {"calls": [{"id": 1, "change": 1, "call": "B", "line": "main", "provider": "home", "direction": "outgoing", "outcome": "answered",
      "displayName": "x", "began": "2026-11-24T11:00:00.000Z", "duration": 1.5, "emergency": false, "video": false, "recordings": [], "read": true}]}
    """#

  /// Returns the text of both pages.
  private func text(_ format: HistoryForm, limit: Int? = nil) throws -> (text: String, pages: [Int?]) {
    var rows = HistoryRows(format, limit: limit)
    var text = rows.head
    var pages: [Int?] = []
    for page in [Self.first, Self.second] where !rows.isOver {
      pages.append(rows.before)
      text += rows.take(try JSONReader.read(Array(page.utf8)))
    }
    return (text + rows.tail, pages)
  }

  @Test("CSV has a header, CR LF, and quotes as RFC 4180 section 2 says; no text is a formula for a spreadsheet") func csv() throws {
    let (text, pages) = try text(.csv)
    #expect(pages == [nil, 2])
    #expect(
      text == HistoryText.columns.joined(separator: ",") + "\r\n"
        + "2,5,A,main,home,incoming,missed,phoneNumber,+12025550100,\"Lee, \"\"Ann\"\"\nSecond\",'=cmd(),,,,2026-11-24T12:00:00.000Z,,,,,,,,"
        + "remoteEnded,,,sip,487,,,,false,true,\"a.wav\nb.wav\",false\r\n"
        + "1,1,B,main,home,outgoing,answered,,,,x,,,,2026-11-24T11:00:00.000Z,,,,,1.5,,,,,,,,,,,false,false,,true\r\n")
  }

  @Test("JSON is one array of the daemon's objects, and JSON lines are one object a line") func json() throws {
    let calls = try [Self.first, Self.second].flatMap { try JSONReader.read(Array($0.utf8))["calls"]?.array ?? [] }
    #expect(try JSONReader.read(Array(text(.json).text.utf8)) == .array(calls))
    let lines = try text(.jsonl).text.split(separator: "\n")
    #expect(try lines.map { try JSONReader.read(Array($0.utf8)) } == calls)
    var empty = HistoryRows(.json, limit: nil)
    #expect(empty.head + empty.take(.object(of: ["calls": .array([])])) + empty.tail == "[]\n" && empty.isOver)
  }

  @Test("A limit ends the pages, and none asks for more than the daemon's largest page") func limits() throws {
    #expect(try text(.jsonl, limit: 1).pages == [nil])
    #expect(HistoryRows(.csv, limit: nil).pageSize == 1_000 && HistoryRows(.csv, limit: 7).pageSize == 7)
    #expect(HistoryRows(.csv, limit: 5_000).pageSize == 1_000)
  }
}
