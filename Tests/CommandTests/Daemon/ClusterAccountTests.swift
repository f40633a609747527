import CallControl
import Foundation
import Glibc
import Hookswitch
import HostConfiguration
import StrictJSON
import Testing

@testable import HookswitchCLI

#if HOOKSWITCH_CLUSTER
  /// Accounts of lines at two real nodes over a real server, and their contacts at a registrar.
  @Suite(.serialized, .enabled(if: EngineServer.program != nil, EngineServer.absence), .timeLimit(.minutes(3)))
  struct ClusterAccountTests {
    private static let hasSIP = FileManager.default.fileExists(atPath: BuiltCommand.folder.appendingPathComponent("libSIP.so").path)

    private func until(_ reason: () -> String, limit: Duration = .seconds(40), _ condition: () async throws -> Bool) async throws {
      let end = ContinuousClock.now + limit
      while try await !condition() {
        try #require(ContinuousClock.now < end, "\(reason())")
        await RunningDaemon.pause()
      }
    }

    private func account(_ line: String, _ registrar: SmallRegistrar) -> String {
      #"{"accounts": [{"name": "pbx", "transport": "sip", "settings": {"uri": "sip:\#(line)@127.0.0.1", "#
        + #""registrar": "sip:127.0.0.1:\#(registrar.port)", "keep-alive": 0, "port": 0}}]}"#
    }

    private func owns(_ daemon: RunningDaemon, _ line: String) async throws -> Bool {
      try await daemon.perform("cluster", "where", line, "--json").contains(#""standing":"mine""#)
    }

    @Test(.enabled(if: hasSIP)) func `an account is registered by the owner of its line, and by the heir`() async throws {
      let server = try await EngineServer()
      let registrar = try #require(SmallRegistrar())
      let scratches = try [ScratchFolder(), ScratchFolder()]
      defer { for scratch in scratches { scratch.remove() } }
      var daemons: [RunningDaemon] = []
      for (index, node) in ["a1", "a2"].enumerated() {
        daemons.append(
          try await RunningDaemon(
            providers: #"[{"name": "home", "transport": "loopback"}, {"name": "desk", "transport": "loopback", "line": "fixed"}]"#,
            others: server.member(node, sip: "sip:127.0.0.1:\(5_090 + index)"), in: scratches[index], ["--no-bus", "--no-desktop"]))
      }
      try await until({ "no node has the line; \(daemons.map(\.log))" }) {
        var owners = 0
        for daemon in daemons where try await daemon.perform("cluster").contains("active") {
          owners += try await owns(daemon, "agent-9") ? 1 : 0
        }
        return owners == 1
      }
      let file = try scratches[0].write(account("agent-9", registrar), to: "agent-9.json").path
      try await daemons[0].perform("cluster", "line", "agent-9", "--file", file)
      try await until({ "\(registrar.words); \(daemons.map(\.log))" }) { !registrar.contacts(of: "agent-9").isEmpty }
      #expect(registrar.words.allSatisfy { $0.hasInstance && !$0.isRemoval }, "\(registrar.words)")
      try await until({ "the other node shows nothing" }) {
        let shown = try await daemons[1].run("cluster", "line", "agent-9")
        return shown.exitCode == 0 && shown.output.contains("registrar")
      }

      // Wrong settings are refused whole, with the place.
      let bad = try scratches[0].write(#"{"accounts": [{"name": "pbx", "transprt": "sip"}]}"#, to: "bad.json").path
      let refused = try await daemons[0].run("cluster", "line", "agent-9", "--file", bad)
      #expect(refused.exitCode != 0 && refused.complaint.contains("$.accounts[0].transprt"), "\(refused)")

      // One node has the account and the provider of one line, the other has neither.
      var names: [[String]] = []
      for daemon in daemons { names.append(try await daemon.rows("providers", "providers").compactMap { $0["provider"] as? String }) }
      #expect(names.filter { $0.contains("agent-9/pbx") }.count == 1, "\(names)")
      #expect(names.filter { $0.contains("desk") }.count == 1 && names.allSatisfy { $0.contains("home") }, "\(names)")

      // The owner dies; the heir removes its contact and enters its own.
      let owner = try #require(names.firstIndex { $0.contains("agent-9/pbx") })
      let heir = daemons[1 - owner]
      let before = registrar.words.count
      daemons[owner].signal(SIGKILL)
      _ = await daemons[owner].ended()
      // The process of the dead owner's transport may withdraw its own contact too, which has another port.
      let former = "sip:agent-9@127.0.0.1:\(5_090 + owner)"
      try await until({ "\(registrar.words); \(heir.log)" }) {
        registrar.words[before...].contains { $0.isRemoval && $0.contact == former }
          && registrar.words[before...].contains { $0.hasInstance && !$0.isRemoval }
      }

      // Without its settings the line has no account: the contact is withdrawn by its address alone.
      let entered = registrar.words.count
      try await heir.perform("cluster", "line", "agent-9", "--remove")
      try await until({ "\(registrar.words); \(heir.log)" }) {
        registrar.words[entered...].contains { $0.isRemoval && !$0.hasInstance && !$0.contact.hasSuffix(":\(5_090 + owner)") }
      }
      try await until({ "the account stays" }) {
        try await !heir.rows("providers", "providers").contains { $0["provider"] as? String == "agent-9/pbx" }
      }
      #expect(try await heir.end() == 0)
    }
  }

  /// The settings of a line.
  struct LineConfigTests {
    private func read(_ text: String, tolerant: Bool = false) throws -> LineConfig {
      try LineConfig(JSONReader.read(Array(text.utf8)), line: "agent-9", ignoresUnknown: tolerant)
    }

    @Test func `they have the members of the configuration`() throws {
      let config = try read(
        #"{"v": 1, "doNotDisturb": true, "policy": {"autoResume": "never"}, "accounts": [{"transport": "org.hookswitch.sip"}]}"#)
      #expect(config.doNotDisturb == true && config.policy != nil)
      #expect(config.accounts.map(\.name) == ["agent-9/sip"] && config.accounts.first?.line == "agent-9")
      #expect(LineConfig.policy(try #require(config.policy), over: .init())?.autoResume == .never)
      #expect(try read("{}").accounts.isEmpty)
    }

    @Test(arguments: [
      (#"{"acounts": []}"#, "$.acounts"), (#"{"accounts": [{}]}"#, "$.accounts[0].transport"),
      (#"{"accounts": [{"transport": "sip", "line": "other"}]}"#, "$.accounts[0].line"),
      (#"{"accounts": [{"transport": "sip"}, {"transport": "sip"}]}"#, "$.accounts[1].name"),
      (#"{"policy": {"autoResume": "x"}}"#, "$.policy.autoResume"), (#"{"doNotDisturb": 1}"#, "$.doNotDisturb"), ("[]", "$"),
    ])
    func `an error says where`(text: String, place: String) throws {
      let error = try #require(throws: RunConfigError.self) { try read(text) }
      #expect(error.path == place, "\(error)")
    }

    @Test func `members of a newer version are ignored where they were written before`() throws {
      let text = #"{"later": 1, "accounts": [{"transport": "sip", "later": true}], "policy": {"later": 2}}"#
      #expect(throws: RunConfigError.self) { try read(text) }
      #expect(try read(text, tolerant: true).accounts.count == 1)
    }

    @Test func `a SIP account has the instance of its line, and removes the contact of the node before`() throws {
      let settings = #"{"registrar":"sip:pbx.example","uri":"sip:alice@pbx.example"}"#
      var account = RunConfig.Account(path: "$", name: "agent-9/sip", transport: "sip", line: "agent-9")
      account.settings = settings
      let own = LineAccountBook.withInstance(account)
      #expect(own.settings.contains(#""instance":"agent-9""#))
      #expect(LineAccountBook.withInstance(own) == own)
      let heir = LineAccountBook.removing(["sip:192.0.2.11:5060", "sip:hookswitch@192.0.2.12"], own)
      #expect(heir.settings.contains(#""former-contacts":["sip:alice@192.0.2.11:5060","sip:alice@192.0.2.12"]"#), "\(heir.settings)")
      account.transport = "loopback"
      #expect(LineAccountBook.withInstance(account) == account && LineAccountBook.removing(["sip:192.0.2.11"], account) == account)
    }
  }
#endif
