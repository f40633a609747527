import CallControl
import Foundation
import Hookswitch
import Testing
import TransportLoader

@Suite(
  "An upgrade of the SIP transport while calls are up (isolation.md, way `sockets`)", .serialized,
  .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(5)))
struct SocketUpgradeTests {
  /// The settings of a host whose transports run in processes of their own.
  private static var apart: HostSettings {
    var settings = HostSettings()
    settings.isolation = .process
    return settings
  }

  @Test("600 calls over UDP, and fewer over TCP, lose no message across it", arguments: SIPpCrowd.Means.allCases)
  func crowd(_ means: SIPpCrowd.Means) async throws {
    let (count, rate) = means == .udp ? (600, 100) : (80, 20)
    let run = try await AnsweringRun()
    let sipp = try SIPpCrowd(means, count, rate: rate, hold: 2500, to: run.port)
    #expect(await sipp.begins(count / 4))
    let answer = try await run.upgrade("desk --drain 60")
    #expect(answer.contains(#""way":"sockets""#), "\(answer)")
    await sipp.finish()
    try await run.leave(after: count)
  }

  @Test("A refusal after the old version has given up its sockets leaves it as it was, and SIPp sees nothing")
  func refused() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let tls = authority.account("").merging(["tls-port": .number(Int(FreePort.next()))]) { $1 }
    try await SIPHost.with([Account("desk", tls)], settings: Self.apart) { phone in
      let first = try await SIPpRun("in-replaced", to: phone.port)
      let old = try await phone.incoming()
      try await phone.controller.answer(old).performed()
      let dialog = try #require(await first.writes("dialog"), "SIPp does not say which dialog it has")
      // The new version reads its certificate when it begins, which is after the old one has stopped.
      try FileManager.default.removeItem(atPath: authority.certificate)
      let refusal = await #expect(throws: HostError.self) { try await phone.host.upgrade("desk") }
      #expect(refusal?.description.contains("certificate") == true, "\(String(describing: refusal))")
      // The old version still has its calls and its sockets.
      let second = try await SIPpRun("in-replaces", to: phone.port, keys: ["replaced": dialog])
      #expect(try await phone.end(of: old).cause == .replaced)
      await first.finish()
      await second.finish()
    }
  }

  @Test(
    "A call over TLS goes on in the old process, and the next one reaches the new process", .enabled(if: PeerProcess.isThere("openssl")))
  func secure() async throws {
    let authority = try await TLSAuthority(for: "127.0.0.1")
    let account = Account("desk", authority.account("tls"))
    try await SIPHost.with([account], settings: Self.apart) { phone in
      var calls: [CallID] = []
      for number in 0..<2 {
        // Each caller has a connection of its own.
        let theirs = try await SIPHost.with([Account("far", authority.account("tls"))]) { caller in
          let call = try await caller.controller.start(Handle(parsing: "sips:desk@127.0.0.1:\(account.port)"))
          let theirs = try await phone.incoming(number)
          try await phone.controller.answer(theirs).performed()
          try await caller.sees(call, .active)
          if number == 0 { #expect(try await phone.host.upgrade("desk").way == .sockets) }
          try await phone.controller.hold(theirs).performed()
          try await caller.controller.end(call).performed()
          return theirs
        }
        calls.append(theirs)
        _ = try await phone.end(of: theirs)
        if number == 0 { #expect(await lookFor(.seconds(15)) { phone.host.runners.count == 1 ? true : nil } == true) }
      }
      #expect(Set(calls).count == 2)
    }
  }

  @Test("Calls that are up get their BYE when the drain's limit is over")
  func limit() async throws {
    try await SIPHost.with(settings: Self.apart) { phone in
      let peer = try await SIPpRun("out-answered")
      let call = try await phone.controller.start(Handle(parsing: peer.uri))
      try await phone.sees(call, .active)
      let report = try await phone.host.upgrade("sip", draining: .seconds(1))
      #expect(report.way == .sockets)
      _ = try await phone.end(of: call)
      await peer.finish()
      #expect(await lookFor(.seconds(10)) { phone.host.runners.count == 1 ? true : nil } == true)
    }
  }

  @Test("A registration goes on at the registrar, under the same Contact and without an un-REGISTER", .enabled(if: Kamailio.isThere))
  func registration() async throws {
    let proxy = try await Kamailio()
    let account = proxy.account("alice")
    try await SIPHost.with([account], settings: Self.apart) { alice in
      try await SIPHost.with([proxy.account("bob")]) { bob in
        let early = try await alice.controller.start(Handle(parsing: proxy.uri("bob")))
        let theirs = try await bob.incoming()
        try await bob.controller.answer(theirs).performed()
        try await alice.sees(early, .active)
        try await alice.host.upgrade("alice")
        let isAgain = await lookFor(.seconds(15)) { proxy.seen.count { $0.hasPrefix("REGISTER alice 3600") } == 2 ? true : nil }
        #expect(isAgain == true, "\(proxy.seen)")
        // A call to alice reaches one Contact, in the new process; the call from before goes on in the old one.
        _ = try await bob.controller.start(Handle(parsing: proxy.uri("alice")))
        let late = try await alice.incoming()
        try await alice.controller.answer(late).performed()
        try await alice.sees(late, .active)
        #expect(alice.pictures.entries.last?.calls.count { !$0.isOutgoing } == 1)
        try await alice.controller.end(early).performed()
        _ = try await bob.end(of: theirs)
        try await alice.controller.end(late).performed()
      }
    }
    let own = proxy.seen.filter { $0.hasPrefix("REGISTER alice") && !$0.contains("challenged") }
    #expect(own.count == 3 && own.dropLast().allSatisfy { $0.contains(" 3600 ") }, "\(own)")
    #expect(Set(own.dropLast().map(Self.contact)).count == 1, "\(own)")
  }

  /// The address in a logged Contact, without its parameters.
  private static func contact(in line: String) -> String {
    guard let start = line.range(of: "contact=")?.upperBound else { return "" }
    return String(line[start...].prefix { $0 != ">" && $0 != " " })
  }

  @Test("An INVITE with Replaces reaches the call of the old process (RFC 3891)")
  func replaced() async throws {
    try await SIPHost.with(settings: Self.apart) { phone in
      let first = try await SIPpRun("in-replaced", to: phone.port)
      let old = try await phone.incoming()
      try await phone.controller.answer(old).performed()
      let dialog = try #require(await first.writes("dialog"), "SIPp does not say which dialog it has")
      #expect(try await phone.host.upgrade("sip").way == .sockets)
      let second = try await SIPpRun("in-replaces", to: phone.port, keys: ["replaced": dialog])
      #expect(try await phone.end(of: old).cause == .replaced)
      await first.finish()
      await second.finish()
    }
  }

  @Test("Two calls of the old process are joined by REFER with Replaces after the upgrade (RFC 5589)")
  func transferred() async throws {
    try await SIPHost.with(settings: Self.apart) { phone in
      let (one, other) = (try await SIPpRun("transfers-to"), try await SIPpRun("transferred-to"))
      let first = try await phone.controller.start(Handle(parsing: one.uri))
      try await phone.sees(first, .active)
      let second = try await phone.controller.start(Handle(parsing: other.uri))
      try await phone.sees(second, .active)
      #expect(try await phone.host.upgrade("sip").way == .sockets)
      try await phone.controller.transfer(first, to: .call(second)).performed()
      for call in [first, second] { #expect(try await phone.end(of: call).cause == .transferred) }
      await one.finish()
      await other.finish()
    }
  }

  @Test("Accounts that share sockets move together, with the calls of each")
  func shared() async throws {
    let port = FreePort.next()
    let accounts = ["alice", "bob"].map { name in
      Account(.init(rawValue: name), port: port, ["uri": .text("sip:\(name)@127.0.0.1:\(port)")])
    }
    try await SIPHost.with(accounts, settings: Self.apart) { phone in
      let far = Account("far", ["uri": "sip:far@127.0.0.1"])
      try await SIPHost.with([far]) { caller in
        for (number, name) in ["alice", "bob"].enumerated() {
          if number == 1 { #expect(try await phone.host.upgrade("bob").way == .sockets) }
          let call = try await caller.controller.start(Handle(parsing: "sip:\(name)@127.0.0.1:\(port)"))
          let theirs = try await phone.incoming(number)
          try await phone.controller.answer(theirs).performed()
          try await caller.sees(call, .active)
          #expect(phone.host.call(theirs)?.provider.rawValue == name)
        }
        for call in caller.controller.callObserver.calls { try await caller.controller.end(call.uuid).performed() }
        let isOver = await lookFor(.seconds(15)) { phone.controller.callObserver.calls.isEmpty ? true : nil }
        #expect(isOver == true)
      }
    }
  }

  @Test("When the new process dies, the old one serves again: SIPp's calls of the old process go on, and new ones are answered")
  func newDies() async throws {
    let run = try await AnsweringRun()
    let sipp = try SIPpCrowd(.udp, 20, rate: 50, hold: 4000, to: run.port)
    #expect(await sipp.begins(20))
    #expect(await run.answers(20))
    _ = try await run.upgrade("desk")
    try await run.killNewest()
    await sipp.finish()
    let next = try SIPpCrowd(.udp, 20, rate: 50, hold: 200, to: run.port)
    await next.finish()
    try await run.leave(after: 40)
  }
}
