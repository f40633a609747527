import Foundation
import Testing

@Suite("hookswitch run --auto-answer with a SIP provider", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct AutoAnswerTests {
  /// The command with one account.
  private struct Answerer {
    let port = FreePort.next()
    let command: PeerProcess

    init() async throws {
      let config = #"{"providers": [{"name": "desk", "transport": "org.hookswitch.sip", "settings": {"port": \#(port)}}]}"#
      command = try PeerProcess(
        PluginFolder.name + "/hookswitch",
        ["run", "--auto-answer", "--json", "--transport-path", PluginFolder.name, "--config", "run.json"], files: ["run.json": config])
      try #require(await command.says(#""event":"ready""#), "it does not become ready: \(command.output.entries)")
    }

    /// Waits for the end of `calls` calls, and quits the command.
    func leave(after calls: Int) async throws {
      let ended = await command.output.first { [command] _ in
        command.output.entries.count { $0.contains(#""event":"ended""#) } >= calls ? true : nil
      }
      try #require(ended == true, "not all calls end: \(command.output.entries.suffix(20))")
      try command.type("quit")
      #expect(await command.exit() == 0)
    }
  }

  @Test("answers forty SIPp calls, many of them at once", .enabled(if: SIPpRun.isThere))
  func many() async throws {
    let answerer = try await Answerer()
    let sipp = try PeerProcess(
      "sipp",
      [
        "-sn", "uac", "-m", "40", "-r", "40", "-l", "40", "-d", "2000", "-i", "127.0.0.1", "-p", "\(FreePort.next())", "-nostdin",
        "-timeout", "40",
        "-timeout_error", "127.0.0.1:\(answerer.port)",
      ])
    #expect(await sipp.exit(within: .seconds(50)) == 0, "\(sipp.output.entries.suffix(40))")
    try await answerer.leave(after: 40)
    var (up, most) = (0, 0)
    for line in answerer.command.output.entries {
      if line.contains(#""event":"active""#) { up += 1 }
      if line.contains(#""event":"ended""#) { up -= 1 }
      most = max(most, up)
    }
    #expect(most > 10 && up == 0, "\(most) at once, \(up) left")
  }

  @Test("answers desk phones", .enabled(if: Baresip.isThere && Linphone.isThere))
  func phones() async throws {
    let answerer = try await Answerer()
    let (first, second) = (try await Baresip(.none), try await Linphone(.none))
    try await callIn(first, answerer.port)
    try await callIn(second, answerer.port)
    try first.does(.hangUp)
    try second.does(.hangUp)
    try await answerer.leave(after: 2)
  }

  private func callIn(_ phone: some DeskPhone, _ port: UInt16) async throws {
    try phone.does(.dial("sip:desk@127.0.0.1:\(port)"))
    try await phone.tells(.connected)
  }
}
