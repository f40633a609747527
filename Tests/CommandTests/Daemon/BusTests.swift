import DoorTrials
import Foundation
import StrictJSON
import Testing

/// The daemon on D-Bus as programs of the desktop see it: busctl, and programs in Python on a bus of the test's own.
@Suite("The daemon on D-Bus", .serialized, .timeLimit(.minutes(10))) struct BusTests {
  private static let host = "/org/hookswitch/Host1"
  private static let manager = "org.hookswitch.Host1"
  private static let quiet = #"[{"name": "home", "transport": "loopback"}]"#

  private func daemon(_ bus: PrivateBus, providers: String = quiet, _ others: String = "") async throws -> RunningDaemon {
    let daemon = try await RunningDaemon(providers: providers, others: others, environment: bus.environment)
    try await daemon.until("programs can call org.hookswitch.Host1")
    return daemon
  }

  /// Returns the path in the reply of `Dial`.
  private func dial(_ bus: PrivateBus, _ handle: String, provider: String = "home") async throws -> String {
    let reply = try await bus.call(
      Self.host, "\(Self.manager).Dial", "sa{sv}", handle, "2", "provider", "s", provider, "wait", "s", "performed")
    return try #require(reply.split(separator: "\"").dropFirst().first.map(String.init), "\(reply)")
  }

  /// Waits until a property has a value, as `busctl` prints it.
  private func until(_ bus: PrivateBus, _ path: String, _ interface: String, _ name: String, is value: String) async throws {
    let end = ContinuousClock.now + .seconds(30)
    var last = ""
    while ContinuousClock.now < end {
      last = try await bus.property(path, interface, name)
      if last.contains(value) { return }
      await RunningDaemon.pause()
    }
    Issue.record("\(name) is \(last), not \(value)")
  }

  @Test("A call by typed methods: a client that only listens sees each change, and the object goes 3 s after the end")
  func call() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus)
    let client = try BusProgram(bus, "follow.py")
    try await client.until("following")
    let call = try await dial(bus, "5550100")
    let short = String(call.split(separator: "/").last?.prefix(8) ?? "")
    // The call may be active before its object is told.
    try await client.until("active\n")
    #expect(try await bus.call(call, "org.hookswitch.Call1.Hold", "a{sv}", "1", "wait", "s", "performed").hasPrefix("t "))
    #expect(try await bus.property(call, "org.hookswitch.Call1", "State") == "s \"held\"")
    #expect(try await bus.property("\(Self.host)/lines/main", "org.hookswitch.Line1", "Calls") == "ao 1 \"\(call)\"")
    #expect(try await bus.call(call, "org.hookswitch.Call1.Resume", "a{sv}", "1", "wait", "s", "performed").hasPrefix("t "))
    try await client.until("request 3 performed")
    #expect(client.lines.filter { $0.hasPrefix("state ") }.suffix(2) == ["held", "active"].map { "state \(short) \($0)" })
    #expect(try await bus.call(call, "org.hookswitch.Call1.End", "ba{sv}", "false", "0").hasPrefix("t "))
    try await client.until("ended \(short) localEnd")
    try await client.until("removed \(short)")
    #expect(client.lines.contains { $0.hasPrefix("request ") && $0.hasSuffix(" performed") })
    #expect(try await bus.call(Self.host, "org.hookswitch.History1.List", "a{sv}xu", "0", "0", "0").contains("\"answered\""))
    #expect(try await daemon.end() == 0)
    try await client.until("the host is gone")
  }

  @Test("Invoke takes every method of the table; wrong calls are answered with the error of the table") func errors() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus)
    let invoke = "\(Self.manager).Invoke"
    #expect(try await bus.call(Self.host, invoke, "ss", "host.hello", "").contains(#"\"door\":\"sessionBus\""#))
    #expect(try await bus.call(Self.host, invoke, "ss", "call.fly", "{}").contains("call.fly"))
    #expect(try await bus.call(Self.host, invoke, "ss", "call.list", "{").contains("not JSON"))
    #expect(try await bus.call(Self.host, "\(Self.manager).Dial", "s", "x").contains("takes (sa{sv})"))
    #expect(try await bus.call("\(Self.host)/calls/12", "org.hookswitch.Call1.Silence").contains("no object"))
    #expect(try await bus.call(Self.host, "\(Self.manager).Sing").contains("no method"))
    #expect(try await bus.call(Self.host, "\(Self.manager).Dial", "sa{sv}", "x", "1", "colour", "s", "red").contains("colour"))
    let document = try await bus.busctl(["introspect", "--xml-interface", "org.hookswitch.Host1", Self.host])
    #expect(document.contains(#"<method name="GetEvents">"#) && document.contains("<node name=\"calls\"/>"))
    #expect(try await daemon.end() == 0)
  }

  @Test("A program carries calls: its return fulfills, its error fails, and its death ends only its calls") func provider() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus)
    let early = try BusProgram(bus, "provider.py", "meet")
    try await early.until("AccessDenied")
    try await daemon.perform("api", "access.grant", #"{"peer": "uid:\#(getuid())", "rights": ["provide"], "names": ["meet"]}"#)
    let program = try BusProgram(bus, "provider.py", "meet", "--ring", "ann")
    // The bus orders the signal and the reply of two senders as they come.
    try await program.until("shown")
    try await program.until("begin")
    try await daemon.perform("answer")
    try await daemon.until(calls: ["active"])
    let failed = try await bus.call(
      Self.host, "\(Self.manager).Dial", "sa{sv}", "nobody", "2", "provider", "s", "meet", "wait", "s", "performed")
    #expect(failed.contains("nobody is in this meeting"), "\(failed)")
    let other = try await dial(bus, "5550100")
    try await daemon.until(calls: ["held", "active"])
    try await program.until("perform setHeld")
    program.crash()
    try await daemon.until(calls: ["active"])
    try await until(bus, other, "org.hookswitch.Call1", "State", is: "s \"active\"")
    let history = try await daemon.rows("calls", "history")
    let lost = history.first { $0["provider"] as? String == "meet" && $0["direction"] as? String == "incoming" }
    #expect((lost?["end"] as? [String: Any])?["cause"] as? String == "providerLost", "\(history)")
    #expect(try await daemon.end() == 0)
  }

  @Test("I8: a program screens callers, and one that has gone lets them ring") func screener() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus, #", "policy": {"screeners": ["gate"]}"#)
    try await daemon.perform(
      "api", "access.grant", #"{"peer": "uid:\#(getuid())", "rights": ["provide", "screen"], "names": ["meet", "gate"]}"#)
    let gate = try BusProgram(bus, "screener.py", "gate", "spam")
    try await gate.until("registered")
    let first = try BusProgram(bus, "provider.py", "meet", "--ring", "spam king")
    try await first.until("refused ")
    #expect(gate.output.contains("asked about spam king"))
    first.end()
    gate.crash()
    let second = try BusProgram(bus, "provider.py", "meet", "--ring", "spam king")
    try await second.until("shown")
    #expect(try await daemon.end() == 0)
  }

  @Test("A call directory has an object, with its switch, its reload and its report") func directory() async throws {
    let bus = try PrivateBus()
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write("number,action,label\n5,block,\n6,identify,Ann\n", to: "numbers.csv").path
    let daemon = try await daemon(bus, #", "directories": [{"directory": "office", "file": "\#(file)"}]"#)
    let (object, interface) = ("\(Self.host)/directories/office", "org.hookswitch.Directory1")
    try await until(bus, object, interface, "Blocking", is: "t 1")
    #expect(try await bus.property(object, interface, "Identification") == "t 1")
    #expect(try await bus.call(object, "\(interface).Reload", "b", "true").contains("\"blockingAdded\""))
    #expect(try await bus.property(object, interface, "LastReport").contains("\"ok\" b true"))
    _ = try await bus.call(object, "\(interface).SetEnabled", "b", "false")
    try await until(bus, object, interface, "Status", is: "s \"disabled\"")
    #expect(try await daemon.end() == 0)
  }

  @Test("The bus goes and comes back: the name, the objects and the calls are there again") func busRestarts() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus)
    let call = try await dial(bus, "5550100")
    bus.stop()
    try await daemon.until("the bus is gone")
    try await daemon.until(calls: ["active"])
    try bus.start()
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end, try await bus.property(call, "org.hookswitch.Call1", "State") != "s \"active\"" {
      await RunningDaemon.pause()
    }
    #expect(try await bus.property(call, "org.hookswitch.Call1", "State") == "s \"active\"")
    #expect(try await daemon.end() == 0)
  }

  @Test("Another user may only introspect the interfaces", .enabled(if: getuid() == 0)) func rights() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus)
    let call = try await dial(bus, "5550100")
    func ask(_ words: String...) async throws -> String { try await bus.busctl(words, user: 65_534) }
    let name = Self.manager
    let refused = try await ask("call", name, Self.host, name, "Invoke", "ss", "call.list", "")
    #expect(refused.contains("Access denied"), "\(refused)")
    #expect(try await ask("call", name, call, "org.hookswitch.Call1", "End", "ba{sv}", "false", "0").contains("Access denied"))
    #expect(try await ask("get-property", name, call, "org.hookswitch.Call1", "Handle").contains("Access denied"))
    #expect(try await ask("call", name, Self.host, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects").contains("Access denied"))
    #expect(try await ask("call", name, Self.host, "org.freedesktop.DBus.Introspectable", "Introspect").contains("calls/") == false)
    #expect(try await ask("introspect", "--xml-interface", name, Self.host).contains("GetEvents"))
    #expect(try await bus.property(call, "org.hookswitch.Call1", "State") == "s \"active\"")
    #expect(try await daemon.end() == 0)
  }

  @Test("Phosh's flow: the call comes as an object of GNOME Calls, is accepted, takes a key, is hung up and goes") func phosh() async throws
  {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus, #", "bus": {"gnomeCalls": "ifFree"}"#)
    try await daemon.perform("api", "access.grant", #"{"peer": "uid:\#(getuid())", "rights": ["provide"], "names": ["meet"]}"#)
    let program = try BusProgram(bus, "provider.py", "meet", "--ring", "ann")
    try await program.until("shown")
    let (gnome, interface, call) = ("org.gnome.Calls", "org.gnome.Calls.Call", "/org/gnome/Calls/Call/1")
    let objects = try await bus.call("/org/gnome/Calls", "org.freedesktop.DBus.ObjectManager.GetManagedObjects", of: gnome)
    for text in [call, #""Inbound" b true"#, #""State" u 5"#, #""Id" s "ann""#, #""ui-active" b false"#] { #expect(objects.contains(text)) }
    #expect(try await bus.call(call, "\(interface).Accept", of: gnome) == "")
    try await until(bus, call, interface, "State", is: "u 1")
    #expect(try await bus.call(call, "\(interface).SendDtmf", "s", "12", of: gnome).contains("one of"))
    #expect(try await bus.call(call, "\(interface).SendDtmf", "s", "5", of: gnome) == "")
    try await program.until("perform playDTMF")
    #expect(try await bus.call(call, "\(interface).Hangup", of: gnome) == "")
    try await until(bus, call, interface, "State", is: "u 7")
    try await until(bus, call, interface, "State", is: "no object")
    let emergency = try await bus.call("/org/gnome/Calls", "org.gnome.Calls.EmergencyCalls.GetEmergencyContacts", of: gnome)
    #expect(emergency.hasPrefix("a(ssia{sv})") && emergency.contains("\"112\""))
    #expect(
      try await bus.call("/org/gnome/Calls", "org.gnome.Calls.EmergencyCalls.CallEmergencyContact", "s", "5", of: gnome)
        .contains("no emergency number"))
    #expect(try await daemon.end() == 0)
  }

  @Test("bus.gnomeCalls counts at once: a reload takes the name of GNOME Calls, and another one gives it back") func gnomeReload()
    async throws
  {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus)
    func isOwned() async throws -> Bool {
      let owned = try await bus.busctl([
        "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s", "org.gnome.Calls",
      ])
      return owned == "b true"
    }
    #expect(try await !isOwned())
    for (word, others, owns) in [("ifFree", #", "bus": {"gnomeCalls": "ifFree"}"#, true), ("off", "", false)] {
      try RunningDaemon.write(Self.quiet, others, to: daemon.scratch)
      #expect(try await daemon.perform("api", "host.reload").contains(#""changed":["$.bus.gnomeCalls"],"drained":[],"needRestart":[]"#))
      let end = ContinuousClock.now + .seconds(30)
      while ContinuousClock.now < end, try await isOwned() != owns { await RunningDaemon.pause() }
      #expect(try await isOwned() == owns, "\(word)")
    }
    #expect(try await daemon.end() == 0)
  }

  @Test("1,000 calls are 1,000 objects where the configuration exports all lines") func manyObjects() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(
      bus, providers: #"[{"name": "home", "transport": "loopback", "line": "each"}]"#, #", "bus": {"lines": "all"}"#)
    let client = try #require(RawClient(daemon.socket))
    for number in 0..<1_000 {
      let parameters = #"{"handle":"5550100","provider":"home","line":"each"}"#
      client.send(#"{"jsonrpc":"2.0","id":\#(number),"method":"call.start","params":\#(parameters)}"#)
    }
    var started = 0
    while started < 1_000, let message = client.message() { if message["result"] != nil { started += 1 } }
    try #require(started == 1_000)
    let end = ContinuousClock.now + .seconds(120)
    var count = 0
    while ContinuousClock.now < end, count < 1_000 {
      let objects = try await bus.call(Self.host, "org.freedesktop.DBus.ObjectManager.GetManagedObjects")
      count = objects.split(separator: " ").count { $0 == "\"org.hookswitch.Call1\"" }
    }
    #expect(count == 1_000)
    // The first client has left its notifications unread, for which the daemon may have closed its connection.
    let stopper = try #require(RawClient(daemon.socket))
    // A thousand calls take longer to end than the default allows on a busy machine.
    stopper.send(#"{"jsonrpc":"2.0","id":1000,"method":"host.stop","params":{"deadline":200}}"#)
    #expect(await daemon.ended() == 0)
  }
}
