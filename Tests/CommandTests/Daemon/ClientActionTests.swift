import CallControl
import DesktopBridge
import Foundation
import HostService
import Testing

@testable import HookswitchCLI

/// The verbs about the memory and about links, against a running daemon.
@Suite("Client verbs: contacts, history, access and links", .serialized, .timeLimit(.minutes(4))) struct ClientActionTests {
  @Test("Contacts are added, imported, exported, and made favourites") func contacts() async throws {
    let daemon = try await RunningDaemon()
    #expect(try await daemon.perform("contacts", "add", "Ann", "+12025550100", "sip:ann@example.org") == "contact 1")
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:b\r\nFN:Bob\r\nTEL:+12025550101\r\nX-SHOE:44\r\nEND:VCARD\r\n"
    let file = try daemon.scratch.write(card, to: "in.vcf").path
    #expect(try await daemon.perform("contacts", "import", file) == "1 added, 0 changed, 0 skipped")
    #expect(try await daemon.perform("contacts", "import", file) == "0 added, 0 changed, 1 skipped")
    #expect(try await daemon.rows("contacts", "contacts", "bob").count == 1)
    let list = try await daemon.perform("contacts")
    #expect(list.contains("+12025550100 sip:ann@example.org") && list.contains("Bob"))
    #expect(try await daemon.perform("contacts", "list") == list)

    let out = daemon.scratch.url.path + "/out.vcf"
    try await daemon.perform("contacts", "export", out)
    let exported = try daemon.scratch.text("out.vcf")
    #expect(exported.contains("VERSION:4.0\r\n") && exported.contains("X-SHOE:44\r\n") && exported.contains("FN:Ann\r\n"))
    #expect(try await daemon.run("contacts", "export").output == exported)

    #expect(try await daemon.perform("favourites").isEmpty)
    try await daemon.perform("favourites", "add", "2")
    try await daemon.perform("favourites", "add", "1")
    #expect(try await daemon.rows("contacts", "favourites").compactMap { $0["favourite"] as? Int } == [2, 1], "Ann came last")
    try await daemon.perform("favourites", "remove", "2")
    #expect(try await daemon.rows("contacts", "favourites").compactMap { $0["name"] as? String } == ["Ann"])
    try await daemon.perform("contacts", "remove", "2")
    #expect(try await daemon.rows("contacts", "contacts").count == 1)

    let none = try await daemon.run("contacts", "import", daemon.scratch.url.path + "/none.vcf")
    #expect(none.exitCode == 2 && none.complaint.contains("none.vcf"))
    let wrong = try await daemon.run("contacts", "import", daemon.scratch.write("no card", to: "x.vcf").path)
    #expect(wrong.exitCode == 1)
    #expect(try await daemon.run("contacts", "add", "Ann").exitCode == 2)
    #expect(try await daemon.run("contacts", "export", "--favourites").complaint.contains("--favourites does not go with it"))
    #expect(try await daemon.run("favourites", "add", "99").exitCode == 1)
    _ = try await daemon.end()
  }

  @Test("The history leaves as CSV, JSON and JSON lines, and that of GNOME Calls comes in while no daemon runs") func history() async throws
  {
    let daemon = try await RunningDaemon()
    for _ in 0..<3 {
      try await daemon.perform("dial", "5550100")
      try await daemon.until(calls: ["active"])
      try await daemon.perform("end")
      try await daemon.until(calls: [])
    }
    let csv = try await daemon.run("history", "--format", "csv").output.components(separatedBy: "\r\n")
    #expect(csv.count == 5 && csv[0].hasPrefix("id,change,call,") && csv[1].contains(",5550100,") && csv[4].isEmpty)
    let lines = try await daemon.perform("history", "--format", "jsonl", "--limit", "2").split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{\"id\":") })
    let array = try JSONSerialization.jsonObject(with: Data(try await daemon.perform("history", "--format", "json").utf8)) as? [Any]
    #expect(array?.count == 3)
    #expect(try await daemon.rows("calls", "history", "--text", "nobody").isEmpty)
    #expect(try await daemon.run("history", "--format", "xml").exitCode == 2)

    let records = daemon.scratch.url.path + "/records.db"
    let make = """
      import datetime, sqlite3
      day = (datetime.date.today() - datetime.timedelta(2)).isoformat()
      c = sqlite3.connect('\(records)')
      c.execute("CREATE TABLE calls (id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT, inbound INTEGER, start BLOB, answered BLOB, end BLOB, protocol TEXT)")
      c.execute("INSERT INTO calls VALUES (1, '+12025550123', 1, ?, NULL, ?, 'tel')", (day + 'T10:00:00Z', day + 'T10:00:20Z'))
      c.commit()
      """
    #expect(try await Self.python(make) == 0)
    let folders = ["--state", daemon.scratch.url.path + "/.local/state/hookswitch"]
    let busy = try await BuiltCommand.run(["history", "import", records, "--socket", daemon.socket] + folders)
    #expect(busy.exitCode == 1 && busy.complaint.contains("stop it first"), "\(busy.complaint)")
    _ = try await daemon.end()
    func take() async throws -> BuiltCommand.Outcome {
      try await BuiltCommand.run(["history", "import", records, "--socket", daemon.socket] + folders)
    }
    #expect(try await take().output == "1 added, 0 changed, 0 skipped\n")
    #expect(try await take().output == "0 added, 0 changed, 1 skipped\n")
    let next = try await RunningDaemon(in: daemon.scratch)
    #expect(try await next.rows("calls", "history").last?["displayName"] as? String == "+12025550123")
    #expect(try await next.perform("history", "remove", "1") == "1 call")
    #expect(try await next.rows("calls", "history").count == 3)
    _ = try await next.end()
  }

  private static func python(_ program: String) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    return try await process.runToEnd()
  }

  @Test("Rights are granted, listed and revoked; there is no directory yet") func access() async throws {
    let daemon = try await RunningDaemon()
    try await daemon.perform("access", "grant", "app:org.example.Chat", "provide", "--name", "chat")
    let list = try await daemon.perform("access")
    #expect(list.contains("app:org.example.Chat") && list.contains("granted") && list.contains("chat"))
    try await daemon.perform("access", "revoke", "app:org.example.Chat")
    #expect(try await daemon.perform("access").isEmpty)
    #expect(try await daemon.run("access", "grant", "app:x", "fly").exitCode == 2)
    #expect(try await daemon.run("access", "grant", "app:x").complaint.contains("RIGHT is missing"))
    #expect(try await daemon.perform("directory").isEmpty)
    #expect(try await daemon.run("directory", "reload", "org.example.spam").exitCode == 1)
    _ = try await daemon.end()
  }

  @Test("A link dials only when a person wants it, and a wrong link is refused without a daemon") func open() async throws {
    let daemon = try await RunningDaemon()
    let shy = try await daemon.run("open", "tel:+1-202-555-0100")
    #expect(shy.exitCode == 1 && shy.complaint.contains("--yes"))
    let code = try await daemon.run("open", "--yes", "tel:*21*5550100%23")
    #expect(code.exitCode == 1 && code.complaint.contains("service code"))
    #expect(try await daemon.rows("calls", "calls").isEmpty)
    let call = try await daemon.run("open", "--yes", "tel:555-0100;ext=12")
    #expect(call.exitCode == 0 && call.output.count == 37 && call.complaint.contains("hookswitch dtmf 12"))
    let handle = try await daemon.rows("calls", "calls").first?["handle"] as? [String: String]
    #expect(handle == ["type": "phoneNumber", "value": "5550100"])
    _ = try await daemon.end()
    for url in ["sip:bob@example.org?Subject=x", "sip:bob@example.org;method=BYE", "tel:zzz"] {
      #expect(try await daemon.run("open", "--yes", url).exitCode == 2, "\(url)")
    }
    #expect(try await daemon.run("open", "--yes", "tel:5550100").exitCode == 3)
  }

  @Test("At a terminal a number needs no question, and a service code always does; else a notification asks") func question() throws {
    let number = try OpenedURL("tel:5550100")
    let code = try OpenedURL("tel:*100%23")
    #expect(OpenVerb.question(about: number, isAllowed: false, isInteractive: true) == .none)
    guard case .terminal(let text) = OpenVerb.question(about: code, isAllowed: true, isInteractive: true) else {
      Issue.record("a service code needs a question at a terminal")
      return
    }
    #expect(text.contains("*100#"))
    #expect(OpenVerb.question(about: number, isAllowed: true, isInteractive: false) == .none)
    #expect(OpenVerb.question(about: number, isAllowed: false, isInteractive: false) == .notification)
    #expect(OpenVerb.question(about: code, isAllowed: true, isInteractive: false) == .notification)
    #expect(OpenVerb.refusal(of: number, .yes) == nil)
    #expect(OpenVerb.refusal(of: number, .unavailable)?.sentence.contains("--yes") == true)
    #expect(OpenVerb.refusal(of: code, .unavailable)?.sentence.contains("--yes") == false)
  }
}
