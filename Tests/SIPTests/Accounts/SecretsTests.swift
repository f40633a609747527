import CallControl
import Hookswitch
import Locking
import Testing

@Suite("An account's secrets", .enabled(if: PluginFolder.hasSIP && Kamailio.isThere), .timeLimit(.minutes(5)))
struct SecretsTests {
  /// A journal sink that keeps all lines.
  private final class Notebook: JournalSink {
    let lines = Locked<[String]>([])

    func write(_ records: [JournalRecord]) { lines.withLock { $0 += records.map { "\($0)" } } }
    func flush() {}
  }

  @Test(
    "are in no log, event or trace: not the password, no answer from which it could be guessed, and no media key"
  )
  func hidden() async throws {
    let proxy = try await Kamailio()
    let (ours, theirs) = (Notebook(), Notebook())
    let settings: [String: Account.Value] = ["srtp": "sdes", "sdes-without-tls": true]
    let events = try await SIPHost.with([proxy.account("alice", settings)], settings: keeping(ours)) { alice in
      try await SIPHost.with([proxy.account("bob", settings)], settings: keeping(theirs)) { bob in
        let call = try await alice.controller.start(Handle(parsing: proxy.uri("bob")))
        try await bob.controller.answer(bob.incoming()).performed()
        try await alice.sees(call, .active)
        return alice.told + bob.told
      }
    }
    let all = (ours.lines.withLock { $0 } + theirs.lines.withLock { $0 }).joined(separator: "\n") + events
    #expect(all.contains("Digest username") && all.contains("a=crypto:1"), "the wire is not in the journal")
    #expect(!all.contains(Kamailio.password) && !all.contains("s3cret"))
    for (name, stars) in [("response=", "response=\\\"****"), ("cnonce=", "cnonce=\\\"****"), ("inline:", "inline:****")] {
      let bare = all.split(separator: name, omittingEmptySubsequences: false).dropFirst().map { name + $0.prefix(12) }
      #expect(!bare.isEmpty)
      #expect(bare.allSatisfy { $0.contains("****") }, "\(bare) is not like \(stars)")
    }
  }

  private func keeping(_ notebook: Notebook) -> HostSettings {
    var settings = HostSettings()
    settings.journals = [notebook]
    return settings
  }
}
