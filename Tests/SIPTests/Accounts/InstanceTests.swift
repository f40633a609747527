import Foundation
import Hookswitch
import SIPWire
import Testing

/// An account that moves between the hosts of a cluster.
@Suite("The instance of an account", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(2)))
struct InstanceTests {
  /// The UUID of version 5 of agent-9 in the namespace of hookswitch.org.
  private static let uuid = "1df89d89-0f73-5d3f-93da-f534ae6b46e5"

  /// Registers an account with settings, and returns its first REGISTER and the one that withdraws it.
  private func register(_ settings: [String: Account.Value]) async throws -> (first: Reply, last: Reply) {
    try await SIPHost.with([Account("alice", ["uri": "sip:alice@127.0.0.1"])]) { phone in
      var server = PlayedServer(try WireSocket())
      let own: [String: Account.Value] = ["registrar": .text("sip:127.0.0.1:\(server.port)"), "keep-alive": 0]
      try await phone.configure(own.merging(settings) { $1 })
      let first = try server.next("REGISTER")
      server.answer(first, "200 OK", ["Contact: \(SIPText.contacts(of: first).first ?? "");expires=600"])
      phone.host.setRegistered(false, of: "alice")
      let last = try server.next("REGISTER")
      server.answer(last, "200 OK", [])
      return (first, last)
    }
  }

  @Test(
    "stands in its Contact, so that a registrar replaces another host's contact (RFC 5626 section 4.2)",
    arguments: [
      "agent-9", uuid, "urn:uuid:\(uuid)",
    ])
  func contact(_ instance: String) async throws {
    let (first, last) = try await register(["instance": .text(instance)])
    let contact = first.header("contact")
    #expect(contact.hasPrefix("<sip:alice@127.0.0.1:"), "\(first.text)")
    #expect(contact.contains(";+sip.instance=\"<urn:uuid:\(Self.uuid)>\";reg-id=1"), "\(first.text)")
    #expect(first.header("supported").contains("outbound"), "\(first.text)")
    // With the instance it would withdraw the contact of the host that serves the line now.
    #expect(last.header("contact").contains("<sip:alice@127.0.0.1:") && !last.text.contains("sip.instance"), "\(last.text)")
    #expect(last.header("expires") == "0" || last.header("contact").contains("expires=0"), "\(last.text)")
  }

  @Test("leaves the Contact as it is without the setting")
  func without() async throws {
    let (first, _) = try await register([:])
    #expect(!first.text.contains("sip.instance"))
    #expect(!first.header("supported").contains("outbound"))
  }

  @Test("removes the contact of the host before it in the same request (RFC 3261 section 10.2.2)")
  func former() async throws {
    let (first, _) = try await register(["former-contacts": ["sip:alice@192.0.2.12:5060"]])
    let contacts = SIPText.contacts(of: first)
    #expect(contacts.count == 2, "\(first.text)")
    #expect(contacts.first?.hasPrefix("<sip:alice@127.0.0.1:") == true, "\(first.text)")
    #expect(contacts.last == "<sip:alice@192.0.2.12:5060>;expires=0", "\(first.text)")
  }

  @Test("withdraws its contact while another host serves the line, and registers again")
  func withdraws() async throws {
    try await SIPHost.with([Account("alice", ["uri": "sip:alice@127.0.0.1"])]) { phone in
      var server = PlayedServer(try WireSocket())
      try await phone.configure(["registrar": .text("sip:127.0.0.1:\(server.port)"), "keep-alive": 0, "instance": "agent-9"])
      for (count, isRegistered) in [true, false, true].enumerated() {
        // The first comes with the settings.
        if count > 0 { phone.host.setRegistered(isRegistered, of: "alice") }
        let request = try server.next("REGISTER")
        let isRemoval = request.header("expires") == "0" || request.header("contact").contains("expires=0")
        #expect(isRemoval == !isRegistered, "\(request.text)")
        #expect(request.header("contact").contains(Self.uuid) == isRegistered, "\(request.text)")
        server.answer(request, "200 OK", isRegistered ? ["Contact: \(request.header("contact"));expires=600"] : [])
      }
    }
  }

  /// 60 accounts have 60 turns of 5 ms.
  @Test("registers at most 200 accounts a second at one registrar")
  func pace() async throws {
    var server = PlayedServer(try WireSocket())
    let registrar = Account.Value.text("sip:127.0.0.1:\(server.port)")
    let host = CallHost()
    let port = FreePort.next()
    // Beside the reader: a request that waits unread would count as later than it is.
    let adding = Task.detached {
      for number in 0..<60 {
        let account = Account(
          .init(rawValue: "a\(number)"), port: port,
          ["uri": .text("sip:a\(number)@127.0.0.1"), "registrar": registrar, "keep-alive": 0])
        try host.addProvider(
          account.name, fromTransport: "org.hookswitch.sip", searching: PluginFolder.path, configuration: account.configuration,
          settings: account.transport)
      }
    }
    var seen: Set<String> = []
    var began: ContinuousClock.Instant?
    while seen.count < 60 {
      let request = try server.next("REGISTER")
      began = began ?? .now
      seen.insert(request.header("from").prefix { $0 != ";" }.description)
      server.answer(request, "200 OK", ["Contact: \(request.header("contact"));expires=600"])
    }
    let passed = try ContinuousClock.now - #require(began)
    try await adding.value
    #expect(passed > .milliseconds(250), "\(passed)")
    await host.shutdown()
  }
}

extension SIPText {
  /// The contacts of a request, each with its parameters.
  static func contacts(of request: Reply) -> [String] {
    request.headers(["contact", "m"]).flatMap { $0.split(separator: ",").map { $0.trimmed } }
  }
}
