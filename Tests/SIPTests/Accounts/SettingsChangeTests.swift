import CallControl
import Hookswitch
import SIPWire
import Testing
import TransportLoader

@Suite("A change of an account's settings", .enabled(if: PluginFolder.hasSIP), .timeLimit(.minutes(3)))
struct SettingsChangeTests {
  @Test("of the port takes effect at once, and the old port becomes free")
  func port() async throws {
    try await SIPHost.with { phone in
      let (old, new) = (phone.port, FreePort.next())
      try await phone.configure(["port": .number(Int(new))])
      #expect(Self.status(of: "OPTIONS", at: new) == 200)
      let isFree = await lookFor(.seconds(10)) { FreePort.isTaken(old) ? nil : true }
      #expect(isFree == true)
    }
  }

  @Test("to a port in use is refused with the setting's name, and the account keeps its old port")
  func takenPort() async throws {
    try await SIPHost.with { phone in
      let somebody = try WireSocket()
      let why = await phone.refuses(["port": .number(Int(somebody.port))])
      #expect(why.contains("/port is not possible"), "\(why)")
      #expect(Self.status(of: "OPTIONS", at: phone.port) == 200)
    }
  }

  @Test("with one bad setting is refused as a whole, with that setting's name")
  func half() async throws {
    try await SIPHost.with([Account("sip", ["uri": "sip:alice@127.0.0.1"])]) { phone in
      let new = FreePort.next()
      let why = await phone.refuses(["port": .number(Int(new)), "uri": "sip:bob@127.0.0.1", "packet-ms": 25])
      #expect(why.contains("/packet-ms must be 10, 20, 30, 40, 50 or 60"), "\(why)")
      #expect(Self.status(of: "OPTIONS", at: phone.port) == 200)
      #expect(!FreePort.isTaken(new))
      #expect(Self.status(of: "INVITE", to: "alice", at: phone.port) == 180)
      #expect(Self.status(of: "INVITE", to: "bob", at: phone.port) == 404)
    }
  }

  @Test("of the user takes effect with the next call")
  func user() async throws {
    try await SIPHost.with([Account("sip", ["uri": "sip:alice@127.0.0.1"])]) { phone in
      try await phone.configure(["uri": "sip:bob@127.0.0.1"])
      #expect(Self.status(of: "INVITE", to: "alice", at: phone.port) == 404)
      #expect(Self.status(of: "INVITE", to: "bob", at: phone.port) == 180)
    }
  }

  @Test("of the address ends the old registration and makes the new one", .enabled(if: Kamailio.isThere))
  func registered() async throws {
    let proxy = try await Kamailio()
    try await SIPHost.with([proxy.account("alice")]) { phone in
      try await phone.configure(["uri": .text(proxy.uri("bob"))])
      #expect(await proxy.sees("REGISTER alice 0"))
      #expect(await proxy.sees("REGISTER bob 3600"))
      // The same address at the same registrar: the old registration ends before the new one begins.
      try await phone.configure(["uri": .text(proxy.uri("bob")), "expires": 600])
      #expect(await proxy.sees("REGISTER bob 600"))
      let seen = proxy.seen.filter { $0.hasPrefix("REGISTER bob") && !$0.contains("challenged") }
      #expect(seen.map { $0.split(separator: " ")[2] } == ["3600", "0", "600"], "\(proxy.seen)")
    }
  }

  @Test("may come often, and the last one counts", .enabled(if: Kamailio.isThere))
  func often() async throws {
    let proxy = try await Kamailio()
    let ports = [FreePort.next(), FreePort.next()]
    try await SIPHost.with([proxy.account("alice")]) { phone in
      for number in 0..<30 {
        let (user, port) = (["alice", "bob", "carol"][number % 3], ports[number / 4 % 2])
        try await phone.configure(["uri": .text(proxy.uri(user)), "port": .number(Int(port)), "expires": .number(100 + number)])
      }
      #expect(await proxy.sees("REGISTER carol 129"))
      _ = try await phone.diagnosis { $0.member("registration")["registered"] as? Bool == true }
      let call = try await phone.controller.start(Handle(parsing: "sip:nobody@127.0.0.1:\(proxy.port)"))
      _ = try await phone.end(of: call)
    }
  }

  @Test("of the codecs takes effect with the next call; an active call keeps its codec")
  func codecs() async throws {
    try await SIPHost.with([Account("callee")]) { callee in
      try await SIPHost.with([Account("caller", ["codecs": ["pcma"]])]) { caller in
        let first = try await caller.controller.start(Handle(parsing: "sip:host@127.0.0.1:\(callee.port)"))
        try await callee.controller.answer(callee.incoming()).performed()
        try await caller.sees(first, .active)
        try await caller.configure(["codecs": ["pcmu"]])
        #expect(try await caller.host.diagnostics(of: "caller", call: first).contains("\"codec\":\"pcma\""))
        try await caller.controller.hold(first).performed()
        try await caller.controller.resume(first).performed()
        #expect(try await caller.host.diagnostics(of: "caller", call: first).contains("\"codec\":\"pcma\""))
        try await caller.controller.end(first).performed()
        let second = try await caller.controller.start(Handle(parsing: "sip:host@127.0.0.1:\(callee.port)"))
        try await callee.controller.answer(callee.incoming(1)).performed()
        try await caller.sees(second, .active)
        #expect(try await caller.host.diagnostics(of: "caller", call: second).contains("\"codec\":\"pcmu\""))
      }
    }
  }

  @Test("of the port moves new calls; active calls keep the old port until they end", arguments: [true, false])
  func moves(isCaller: Bool) async throws {
    try await SIPHost.with([Account("far")]) { far in
      try await SIPHost.with([Account("near")]) { near in
        let (old, new) = (near.port, FreePort.next())
        let calls = try await Self.connect(isCaller ? near : far, isCaller ? far : near)
        let (ours, theirs) = isCaller ? calls : (calls.1, calls.0)
        try await near.configure(["port": .number(Int(new))])
        #expect(near.host.call(ours)?.state == .active)
        // New calls reach only the new port.
        #expect(Self.status(of: "INVITE", at: new) == 180)
        #expect(Self.status(of: "INVITE", at: old) == 404)
        try await Self.declineRinging(near)
        // Both sides hold and resume the active call over the old sockets.
        try await near.controller.hold(ours).performed()
        try await far.sees(theirs, "held by the far end", \.isRemotelyHeld)
        try await near.controller.resume(ours).performed()
        try await far.controller.hold(theirs).performed()
        try await near.sees(ours, "held by the far end", \.isRemotelyHeld)
        try await far.controller.resume(theirs).performed()
        try await (isCaller ? far.controller.end(theirs) : near.controller.end(ours)).performed()
        #expect(try await near.end(of: ours).reason == (isCaller ? .remoteEnded : .localEnded))
        let isFree = await lookFor(.seconds(10)) { FreePort.isTaken(old) ? nil : true }
        #expect(isFree == true, "the old port is still taken")
        // A call goes out from the new port.
        let next = try await near.controller.start(Handle(parsing: "sip:host@127.0.0.1:\(far.port)"))
        try await near.sees(next, .connecting)
        try await near.controller.end(next).performed()
      }
    }
  }

  @Test("of the port and back keeps a call and the account at the old sockets")
  func movesBack() async throws {
    try await SIPHost.with([Account("far")]) { far in
      try await SIPHost.with([Account("near")]) { near in
        let (old, new) = (near.port, FreePort.next())
        let (ours, theirs) = try await Self.connect(near, far)
        try await near.configure(["port": .number(Int(new))])
        try await near.configure(["port": .number(Int(old))])
        #expect(Self.status(of: "INVITE", at: old) == 180)
        try await Self.declineRinging(near)
        try await far.controller.end(theirs).performed()
        #expect(try await near.end(of: ours).reason == .remoteEnded)
        #expect(Self.status(of: "INVITE", to: "again", at: old) == 180)
      }
    }
  }

  /// Declines the ringing calls.
  private static func declineRinging(_ phone: SIPHost) async throws {
    for call in phone.host.snapshot().calls where call.state == .ringing { try await phone.controller.end(call.uuid).performed() }
  }

  /// Connects the two phones; returns the ids of the call at both ends.
  private static func connect(_ caller: SIPHost, _ callee: SIPHost) async throws -> (CallID, CallID) {
    let call = try await caller.controller.start(Handle(parsing: "sip:host@127.0.0.1:\(callee.port)"))
    let other = try await callee.incoming()
    try await callee.controller.answer(other).performed()
    try await caller.sees(call, .active)
    return (call, other)
  }

  @Test("that needs the same port twice is refused while there are calls, with a remedy")
  func busy() async throws {
    try await SIPHost.with([Account("callee")]) { callee in
      try await SIPHost.with([Account("caller")]) { caller in
        let (call, _) = try await Self.connect(caller, callee)
        let why = await caller.refuses(["max-ringing": 3])
        #expect(why.contains("/max-ringing cannot change at the same port while there are calls: end them first"), "\(why)")
        #expect(caller.host.call(call)?.state == .active)
        try await caller.controller.end(call).performed()
        try await caller.configure(["max-ringing": 3])
      }
    }
  }

  @Test("of a setting that accounts share is refused to one of them, with the setting and its value; another port may have its own")
  func shared() async throws {
    let port = FreePort.next()
    let both = [Account("a", port: port, ["uri": "sip:a@127.0.0.1"]), Account("b", port: port, ["uri": "sip:b@127.0.0.1"])]
    try await SIPHost.with(both) { phone in
      let why = await phone.refuses(["calls-per-second-per-source": 7], of: "b")
      let said = "/calls-per-second-per-source must be 500, as for another account that listens at 127.0.0.1:\(port)"
      #expect(why.contains(said), "\(why)")
      #expect(why.contains("or give this one another /port"), "\(why)")
      #expect(Self.status(of: "INVITE", to: "b", at: port) == 180)
    }
    let other = [both[0], Account("b", port: port, ["uri": "sip:b@127.0.0.1", "max-ringing": 7])]
    try await SIPHost.with(other, isReady: false) { phone in
      let why = await phone.events.first { body in if case .lost("b", let why) = body { "\(why)" } else { nil } }
      #expect(why?.contains("/max-ringing must be 1000") == true, "\(phone.told)")
    }
  }

  @Test("of trusted peers takes effect with the next call: a peer that is no longer trusted has limits again")
  func trust() async throws {
    let account = Account("sip", ["trusted-peers": ["127.0.0.1"], "calls-per-second-per-source": 1])
    try await SIPHost.with([account]) { phone in
      let caller = try WireSocket()
      func call(_ times: Range<Int>) async throws -> [String: Any] {
        for number in times {
          let name = "trust\(number)"
          caller.send(
            SIPText.request("INVITE", from: caller, callID: name, branch: name, body: SIPText.offer("127.0.0.1")), to: phone.port)
        }
        return try await phone.diagnosis { $0.member("sockets")["messages"] as? Int ?? 0 >= times.upperBound }.member("sockets")
      }
      let trusted = try await call(0..<20)
      #expect(trusted["calls-refused"] as? Int == 0 && trusted["requests-dropped"] as? Int == 0, "\(trusted)")
      try await phone.configure(["trusted-peers": []])
      let bounded = try await call(20..<40)
      #expect((bounded["calls-refused"] as? Int ?? 0) + (bounded["requests-dropped"] as? Int ?? 0) >= 15, "\(bounded)")
    }
  }

  /// Returns the status of the first response other than 100; nil without one.
  private static func status(of method: String, to user: String = "anybody", at port: UInt16) -> Int? {
    guard let socket = try? WireSocket() else { return nil }
    let body = method == "INVITE" ? SIPText.offer("127.0.0.1") : ""
    let text = SIPText.request(method, from: socket, callID: "change-\(socket.port)-\(user)", branch: "change\(socket.port)", body: body)
    socket.send(text.replacing("\(method) sip:anybody@", with: "\(method) sip:\(user)@"), to: port)
    while let reply = socket.receive(within: 10) {
      if reply.status > 100 { return reply.status }
    }
    return nil
  }
}

extension SIPHost {
  /// Changes settings of an account, by default the first.
  func configure(_ changes: [String: Account.Value], of name: ProviderID? = nil) async throws(TransportFault) {
    let before = accounts.first { $0.name == name } ?? accounts[0]
    var after = before
    after.settings.merge(changes) { $1 }
    try await host.configure(before.name, configuration: after.configuration)
  }

  /// Expects a change to be refused; returns the reason.
  func refuses(_ changes: [String: Account.Value], of name: ProviderID? = nil) async -> String {
    do throws(TransportFault) {
      try await configure(changes, of: name)
      Issue.record("\(changes) is taken")
      return ""
    } catch {
      #expect(error.code == -2, "\(error)")
      return error.message
    }
  }
}
