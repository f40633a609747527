import CallControl
import Hookswitch
import SIPWire
import Testing

/// The servers that get a digest answer: none that could use it to guess the password (RFC 7616 section 5.12).
@Suite("A password", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct DigestOriginTests {
  @Test(
    "is not used for a callee, whatever its challenge (M4)", arguments: ["", ", qop=\"auth\"", ", algorithm=SHA-256, qop=\"auth\""])
  func strangers(_ more: String) async throws {
    try await SIPHost.with([Self.alice()]) { phone in
      var stranger = PlayedServer(try WireSocket(from: "127.0.0.5"))
      let call = try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.5:\(stranger.port)"))
      stranger.answer(try stranger.next("INVITE"), "401 Unauthorized", [Self.challenge("elsewhere", more)])
      #expect(try await phone.end(of: call).transport?.code == 401)
      #expect(!stranger.hears("authorization"))
    }
  }

  @Test("is used for the registrar's realm with qop only, and for no other realm")
  func knownRealm() async throws {
    try await SIPHost.with([Self.alice()]) { phone in
      var registrar = PlayedServer(try WireSocket())
      try await phone.configure(["registrar": .text("sip:127.0.0.1:\(registrar.port)"), "keep-alive": 0])
      registrar.answer(try registrar.next("REGISTER"), "401 Unauthorized", [Self.challenge("home", "")])
      let known = try registrar.next("REGISTER")
      #expect(known.header("authorization").contains("realm=\"home\""))
      registrar.answer(known, "200 OK", ["Contact: \(known.header("contact"));expires=600"])
      for (realm, more, isAnswered) in [("home", ", qop=\"auth\"", true), ("home", "", false), ("other", ", qop=\"auth\"", false)] {
        var stranger = PlayedServer(try WireSocket(from: "127.0.0.5"))
        let call = try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.5:\(stranger.port)"))
        stranger.answer(try stranger.next("INVITE"), "401 Unauthorized", [Self.challenge(realm, more)])
        if isAnswered {
          let second = try stranger.next("INVITE")
          #expect(second.header("authorization").contains("realm=\"home\""), "\(second.text)")
          stranger.answer(second, "486 Busy Here", [])
        }
        #expect(try await phone.end(of: call).transport?.code == (isAnswered ? 486 : 401))
        if !isAnswered { #expect(!stranger.hears("authorization"), "\(realm)\(more)") }
      }
    }
  }

  @Test("is used for a BYE to a home server, and not for one to a Contact elsewhere (M4)", arguments: [true, false])
  func goodbye(_ isAtHome: Bool) async throws {
    try await SIPHost.with([Self.alice(at: "127.0.0.1")]) { phone in
      var home = PlayedServer(try WireSocket())
      let address = isAtHome ? "127.0.0.1" : "127.0.0.5"
      var target = PlayedServer(try WireSocket(from: address))
      _ = try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(home.port)"))
      home.answer(try home.next("INVITE"), "401 Unauthorized", [Self.challenge("home", ", qop=\"auth\"")])
      let known = try home.next("INVITE")
      #expect(known.header("authorization").contains("realm=\"home\""))
      // Without a description, so that the phone hangs up.
      home.answer(known, "200 OK", ["Contact: <sip:bob@\(address):\(target.port)>"])
      target.answer(try target.next("BYE"), "401 Unauthorized", [Self.challenge("home", ", qop=\"auth\"")])
      #expect(target.hears("authorization") == isAtHome)
    }
  }

  @Test("is not used for the target of a redirection", arguments: ["301 Moved Permanently", "302 Moved Temporarily", "305 Use Proxy"])
  func redirected(_ status: String) async throws {
    try await SIPHost.with([Self.alice(at: "127.0.0.1")]) { phone in
      var home = PlayedServer(try WireSocket())
      var elsewhere = PlayedServer(try WireSocket(from: "127.0.0.5"))
      let call = try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(home.port)"))
      home.answer(try home.next("INVITE"), status, ["Contact: <sip:bob@127.0.0.5:\(elsewhere.port)>"])
      if !status.hasPrefix("305") {
        elsewhere.answer(try elsewhere.next("INVITE"), "401 Unauthorized", [Self.challenge("elsewhere", ", qop=\"auth\"")])
        #expect(try await phone.end(of: call).transport?.code == 401)
      }
      #expect(!elsewhere.hears("authorization"))
    }
  }

  @Test("is used for MD5 without qop only if digest-without-qop allows it, and only for our own servers (RFC 2069)")
  func withoutQOP() async throws {
    try await SIPHost.with([Self.alice(at: "127.0.0.1", ["digest-without-qop": false])]) { phone in
      var home = PlayedServer(try WireSocket())
      for (more, isAnswered) in [("", false), (", qop=\"auth\"", true), (", algorithm=SHA-256", true)] {
        let call = try await phone.controller.start(Handle(parsing: "sip:bob@127.0.0.1:\(home.port)"))
        home.answer(try home.next("INVITE"), "401 Unauthorized", [Self.challenge("home", more)])
        if isAnswered { home.answer(try home.next("INVITE"), "486 Busy Here", []) }
        #expect(try await phone.end(of: call).transport?.code == (isAnswered ? 486 : 401), "\(more)")
      }
    }
  }

  private static func alice(at domain: String = "example.org", _ more: [String: Account.Value] = [:]) -> Account {
    let own: [String: Account.Value] = ["uri": .text("sip:alice@\(domain)"), "secret": "word"]
    return Account("alice", own.merging(more) { $1 }, secrets: ["word": "wonderland"])
  }

  private static func challenge(_ realm: String, _ more: String) -> String {
    "WWW-Authenticate: Digest realm=\"\(realm)\", nonce=\"chosen\"\(more)"
  }
}
