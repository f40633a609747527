import Foundation
import Glibc
import HostDoors
import HostSurface
import Locking
import Testing

@testable import HookswitchCLI

@Suite("DaemonLog: the things that a line is about") struct DaemonLogTests {
  static let subject = LogSubject(call: "C1", line: "main", provider: "home", peer: "uid:7", request: 3)

  @Test("A line of JSON has the things that it is about as members, and text has not") func json() {
    let lines = Locked<[String]>([])
    let log = DaemonLog(now: { SurfaceTime(milliseconds: 0) }, journal: nil, write: { line in lines.withLock { $0.append(line) } })
    log.log(.info, "host", "a", about: Self.subject)
    log.set(format: .json)
    log.log(.info, "host", "b", about: Self.subject)
    log.logLater(.info, "host", "c", about: LogSubject(peer: "uid:7"))
    log.flush()
    #expect(
      lines.withLock { $0 } == [
        "1970-01-01T00:00:00.000Z info host: a",
        #"{"time":"1970-01-01T00:00:00.000Z","level":"info","topic":"host","text":"b","call":"C1","line":"main","provider":"home","peer":"uid:7","request":3}"#,
        #"{"time":"1970-01-01T00:00:00.000Z","level":"info","topic":"host","text":"c","peer":"uid:7"}"#,
      ])
  }

  @Test("The journal gets a field for each thing") func journal() {
    let entries = Locked<[[String]]>([])
    let journal = SystemdJournal { fields in
      entries.withLock { $0.append(fields) }
      return true
    }
    let log = DaemonLog(now: { SurfaceTime(milliseconds: 0) }, journal: journal, write: { _ in })
    log.log(.info, "host", "b", about: Self.subject)
    #expect(entries.withLock { $0 } == [SystemdLogEntry(.info, topic: "host", "host: b", about: Self.subject).fields])
  }

  @Test("Many different lines in a minute are all written, and the table of repeated lines does not grow with them") func different() {
    let count = Locked(0)
    let log = DaemonLog(now: { SurfaceTime(milliseconds: 0) }, journal: nil, write: { _ in count.withLock { $0 += 1 } })
    for _ in 0..<20 { log.log(.info, "host", "again") }
    for number in 0..<2 * DaemonLog.countedLimit { log.log(.info, "host", "\(number)") }
    for _ in 0..<20 { log.log(.info, "host", "again") }
    #expect(count.withLock { $0 } == DaemonLog.repetitions + 2 * DaemonLog.countedLimit)
  }

  @Test(
    "A daemon's log has the call, its line and provider, the peer and the request, and no whole handle at info", .timeLimit(.minutes(2)))
  func daemon() async throws {
    let daemon = try await RunningDaemon(["--log", "debug", "--log-format", "json", "--no-bus"])
    let call = try await daemon.perform("dial", "tel:5550100")
    try await daemon.perform("end")
    try await daemon.until("has ended")
    #expect(try await daemon.end() == 0)
    let lines = try daemon.log.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    func line(_ text: String) throws -> [String: Any] {
      try #require(lines.first { ($0["text"] as? String)?.contains(text) == true }, "\(text) in \(lines)")
    }
    let (begun, ended, request) = (
      try line("to tel:5550100 begins"), try line("to tel:…0100 has ended: localEnded"), try line("call.start")
    )
    for line in [begun, ended] {
      #expect(line["call"] as? String == call && line["line"] as? String == "main" && line["provider"] as? String == "home")
    }
    #expect(begun["level"] as? String == "debug" && ended["level"] as? String == "info")
    #expect(request["peer"] as? String == "uid:\(getuid())" && request["request"] as? Int == 1 && request["level"] as? String == "debug")
    for line in lines where ["info", "warning", "error"].contains(line["level"] as? String) {
      #expect((line["text"] as? String)?.contains("5550100") == false, "\(line)")
    }
  }
}
