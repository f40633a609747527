import Foundation
import Glibc
import HostDoors
import HostSurface
import Locking
import Testing

@Suite("SystemdJournal: the log with fields")
struct SystemdJournalTests {
  @Test(
    "An entry has the fields that systemd.journal-fields(7) names, the topic, and the provider of a provider's topic",
    arguments: [
      (LogLevel.error, "host", "3", nil), (.warning, "provider.office", "4", "office"), (.info, "provider.a.b", "6", "a.b"),
      (.debug, "provider", "7", nil), (.trace, "socket", "7", nil),
    ] as [(LogLevel, String, String, String?)])
  func fields(_ level: LogLevel, _ topic: String, _ priority: String, _ provider: String?) {
    let expected = ["MESSAGE=it = is\nfull", "PRIORITY=\(priority)", "SYSLOG_IDENTIFIER=hookswitch", "HOOKSWITCH_TOPIC=\(topic)"]
    let more = provider.map { ["HOOKSWITCH_PROVIDER=\($0)"] } ?? []
    #expect(SystemdLogEntry(level, topic: topic, "it = is\nfull").fields == expected + more)
  }

  @Test("An entry has a field for each thing that it is about; a provider of its own takes the place of the topic's")
  func subject() {
    let all = LogSubject(call: "C1", line: "desk", provider: "home", peer: "uid:1000", request: 7)
    let fields = SystemdLogEntry(.info, topic: "provider.office", "x", about: all).fields
    #expect(
      fields.suffix(5) == [
        "HOOKSWITCH_CALL=C1", "HOOKSWITCH_LINE=desk", "HOOKSWITCH_PROVIDER=home", "HOOKSWITCH_PEER=uid:1000", "HOOKSWITCH_REQUEST=7",
      ])
    #expect(
      SystemdLogEntry(.info, topic: "bus", "x", about: LogSubject(peer: "app:org.example.Chat")).fields.suffix(1) == [
        "HOOKSWITCH_PEER=app:org.example.Chat"
      ])
  }

  @Test(
    "JOURNAL_STREAM names the stream by device and inode; a variable that is inherited names another one",
    arguments: [
      ("9:4711", true), ("9:4712", false), ("8:4711", false), ("9", false), ("9:4711:1", false), (":", false), ("", false),
      (" 9:4711", false), (nil, false),
    ] as [(String?, Bool)])
  func stream(_ variable: String?, _ isStream: Bool) {
    #expect(SystemdJournal.isStream(variable, device: 9, inode: 4_711) == isStream)
  }

  @Test("An entry goes to the journal as a whole, and a refusal is told")
  func writing() {
    let sent = Locked<[[String]]>([])
    let entry = SystemdLogEntry(.info, topic: "host", "ready")
    let journal = SystemdJournal { fields in
      sent.withLock { $0.append(fields) }
      return true
    }
    #expect(journal.write(entry) && sent.withLock { $0 } == [entry.fields])
    #expect(!SystemdJournal { _ in false }.write(entry))
  }
}
