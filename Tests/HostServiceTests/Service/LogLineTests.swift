import CallControl
import Foundation
import HookswitchCore
import HostService
import HostSurface
import Locking
import Testing

@Suite("HostService: lines of the log") struct LogLineTests {
  /// Collects the lines as text: level, topic, subject and sentence, with the call's id as `CALL`.
  private final class Lines: Sendable {
    let all = Locked<[ServiceLogLine]>([])

    func texts(_ call: String) -> [String] {
      all.withLock { $0 }.map { line in
        let subject = line.subject.members.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        return "\(line.level) \(line.topic) [\(subject)] \(line.text)".replacing(call, with: "CALL").replacing(call.prefix(8), with: "C")
      }
    }
  }

  @Test("Calls and requests are lines with their subjects; a handle is whole at debug, and has its last four digits at info")
  func lines() async throws {
    let lines = Lines()
    let stage = try ServiceStage { settings in settings.surroundings.takeLogLine = { line in lines.all.withLock { $0.append(line) } } }
    let client = stage.open()
    let call = try await client.connect("tel:+12025550100")
    try await client.call(.callEnd, #"{"call": "\#(call)", "wait": "performed"}"#)
    await stage.host.settle()
    let about = "[call=CALL line=main provider=office]"
    let texts = lines.texts(call)
    #expect(
      texts.filter { $0.contains("provider.office") } == [
        "debug provider.office \(about) call C to tel:+12025550100 begins",
        "info provider.office \(about) call C to tel:…0100 has ended: localEnded, client",
      ])
    #expect(texts.contains("debug socket [call=CALL line=main peer=uid:1000 request=2] request 2 of uid:1000: call.end"))
    #expect(texts.contains { $0.hasPrefix("debug socket [") && $0.hasSuffix("peer=uid:1000 request=1] request 1 of uid:1000: call.start") })
    #expect(texts.count == 4)
  }

  @Test("A call that a rule refuses is a line at info, with the rule's error") func refused() async throws {
    let lines = Lines()
    let stage = try ServiceStage { settings in settings.surroundings.takeLogLine = { line in lines.all.withLock { $0.append(line) } } }
    stage.host.block(Handle(parsing: "+12025550111"))
    let call = await stage.open().ring(from: "+12025550111")
    #expect(
      lines.texts(call) == ["info provider.office [call=CALL line=main provider=office] call C is refused: filteredByBlockList"])
  }

  @Test("A level that nobody reads costs no line") func levels() async throws {
    let lines = Lines()
    let stage = try ServiceStage { settings in
      settings.surroundings.takeLogLine = { line in lines.all.withLock { $0.append(line) } }
      settings.surroundings.logs = { level, topic in level != .debug && topic.hasPrefix("provider.") }
    }
    let client = stage.open()
    let call = try await client.connect("tel:+12025550100")
    try await client.call(.callEnd, #"{"call": "\#(call)", "wait": "performed"}"#)
    await stage.host.settle()
    #expect(lines.all.withLock { $0.map(\.level) } == [.info])
  }

  @Test(
    "At info and above a handle has its last four digits only",
    arguments: [
      ("tel:+12025550100", "tel:…0100"), ("tel:112", "tel:…112"), ("sip:bob@example.org", "sip:…"),
      ("sip:+4930123456@example.org", "sip:…3456"),
    ]) func masked(_ text: String, _ expected: String)
  {
    let handle = Handle(parsing: text)
    for level in [LogLevel.error, .warning, .info] { #expect(handle.logText(at: level) == expected) }
    for level in [LogLevel.debug, .trace] { #expect(handle.logText(at: level) == handle.description) }
  }
}
