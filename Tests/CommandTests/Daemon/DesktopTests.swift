import Foundation
import Testing

/// The daemon's bridge to the desktop, with services that a program in Python plays on a bus of the test's own.
@Suite("The daemon on a desktop", .serialized, .timeLimit(.minutes(5))) struct DesktopTests {
  /// Has `busctl` open a link.
  private static func open(_ link: String, _ address: String, _ options: String...) async throws -> BuiltCommand.Outcome {
    let method = ["org.hookswitch.Host1", "/org/hookswitch/Host1", "org.hookswitch.Host1", "OpenURL"]
    return try await BuiltCommand.run(
      ["--address=\(address)", "call"] + method + ["sa{sv}", link] + (options.isEmpty ? ["0"] : options),
      program: URL(filePath: "/usr/bin/busctl"))
  }

  /// Starts a daemon whose buses are the test's.
  private func daemon(_ bus: PrivateBus, _ others: String = "", _ arguments: [String] = []) async throws -> RunningDaemon {
    let daemon = try await RunningDaemon(
      others: others, environment: bus.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { $1 }, arguments)
    try await daemon.until("programs can call org.hookswitch.Host1")
    return daemon
  }

  /// Has a program in Python carry calls, and ring.
  private func ring(_ bus: PrivateBus, _ daemon: RunningDaemon, _ caller: String) async throws -> BusProgram {
    try await daemon.perform("api", "access.grant", #"{"peer": "uid:\#(getuid())", "rights": ["provide"], "names": ["meet"]}"#)
    let program = try BusProgram(bus, "provider.py", "meet", "--ring", caller)
    try await program.until("shown")
    return program
  }

  @Test("A ringing call: notification, feedback and pause; answered by its button, then hung up by the next one") func rings() async throws
  {
    let bus = try PrivateBus()
    let desktop = try DesktopProgram(bus, "notifications", "feedback", "player", "callaudio", "logind")
    try await desktop.until("ready")
    let daemon = try await daemon(bus)
    try await desktop.until("GetCapabilities")
    try await desktop.until("Inhibit sleep delay")
    let caller = try await ring(bus, daemon, "ann")
    try await desktop.until("Notify 1 call.incoming answer/decline ann")
    try await desktop.until("TriggerFeedback 1 phone-incoming-call 0")
    try await desktop.until("Pause")
    desktop.act("press 1 answer")
    try await daemon.until(calls: ["active"])
    try await desktop.until("EndFeedback 1")
    try await desktop.until("SelectMode 1")
    try await desktop.until("Inhibit sleep:idle block")
    try await desktop.until("Notify 1 call hang-up/mute ann")
    desktop.act("press 1 mute")
    try await desktop.until("MuteMic True")
    try await desktop.until("Notify 1 call hang-up/unmute ann")
    desktop.act("press 1 hang-up")
    try await daemon.until(calls: [])
    for line in ["CloseNotification 1", "SelectMode 0", "released block", "Play"] { try await desktop.until(line) }
    caller.crash()
    #expect(try await daemon.end() == 0)
    try await desktop.until("released delay")
  }

  @Test("A missed call replaces the ringing one, and can be blocked") func missed() async throws {
    let bus = try PrivateBus()
    let desktop = try DesktopProgram(bus, "notifications", "feedback", "logind")
    try await desktop.until("ready")
    let daemon = try await daemon(bus)
    try await desktop.until("LockedHint")
    let caller = try await ring(bus, daemon, "ann")
    try await desktop.until("Notify 1 call.incoming answer/decline ann")
    caller.crash()
    try await desktop.until("Notify 1 call.unanswered call-back/block Missed call from ann")
    try await desktop.until("phone-missed-call")
    desktop.act("press 1 block")
    try await desktop.until("CloseNotification 1")
    var rules: [[String: Any]] = []
    while rules.isEmpty { rules = try await daemon.rows("rules", "blocked") }
    #expect(rules.first?["value"] as? String == "ann")
    #expect(try await daemon.end() == 0)
  }

  @Test("Services come and go during a call: the notification comes again, and the host rings while feedbackd is away")
  func comesAndGoes() async throws {
    let bus = try PrivateBus()
    let daemon = try await daemon(bus)
    let caller = try await ring(bus, daemon, "ann")
    let first = try DesktopProgram(bus, "notifications", "callaudio", "logind")
    try await first.until("Notify 1 call.incoming answer/decline ann")
    first.crash()
    let second = try DesktopProgram(bus, "notifications", "feedback", "callaudio")
    try await second.until("Notify 1 call.incoming answer/decline ann")
    second.act("press 1 answer")
    try await daemon.until(calls: ["active"])
    try await second.until("SelectMode 1")
    // feedbackd came while the host rang, and gets the next call.
    #expect(!second.output.contains("TriggerFeedback"))
    second.crash()
    try await daemon.until(calls: ["active"])
    caller.crash()
    try await daemon.until(calls: [])
    #expect(try await daemon.end() == 0)
  }

  @Test("A machine that falls asleep ends the calls first") func sleeps() async throws {
    let bus = try PrivateBus()
    let desktop = try DesktopProgram(bus, "logind")
    try await desktop.until("ready")
    let daemon = try await daemon(bus)
    try await desktop.until("Inhibit sleep delay")
    try await daemon.perform("dial", "5550100")
    try await desktop.until("Inhibit sleep:idle block")
    desktop.act("sleep true")
    try await daemon.until(calls: [])
    try await desktop.until("released delay")
    desktop.act("sleep false")
    try await desktop.until("Inhibit sleep delay", times: 2)
    #expect(try await daemon.end() == 0)
  }

  @Test("A daemon that ends in a call leaves the desktop as it was") func ends() async throws {
    let bus = try PrivateBus()
    let desktop = try DesktopProgram(bus, "player", "callaudio", "logind")
    try await desktop.until("ready")
    let daemon = try await daemon(bus)
    try await daemon.perform("dial", "5550100")
    for line in ["Pause", "SelectMode 1", "Inhibit sleep:idle block"] { try await desktop.until(line) }
    #expect(try await daemon.end() == 0)
    for line in ["Play", "SelectMode 0", "released block", "released delay"] { try await desktop.until(line) }
  }

  @Test("A program that asks for a name is asked about, and registers once the person allows it") func access() async throws {
    let bus = try PrivateBus()
    let desktop = try DesktopProgram(bus, "notifications")
    try await desktop.until("ready")
    let daemon = try await daemon(bus)
    try await desktop.until("GetCapabilities")
    let early = try BusProgram(bus, "provider.py", "meet")
    try await early.until("AccessDenied")
    try await desktop.until("Notify 1 question allow/refuse Allow meet to carry calls?")
    desktop.act("press 1 allow")
    var grants: [[String: Any]] = []
    while grants.isEmpty { grants = try await daemon.rows("grants", "access") }
    #expect(grants.first?["names"] as? [String] == ["meet"] && grants.first?["rights"] as? [String] == ["provide"])
    let program = try BusProgram(bus, "provider.py", "meet")
    try await program.until("begin")
    // Another name is another question, and the person's refusal is kept.
    let other = try BusProgram(bus, "provider.py", "other")
    try await other.until("AccessDenied")
    try await desktop.until("Notify 2 question allow/refuse Allow other to carry calls?")
    desktop.act("press 2 refuse")
    try await desktop.until("CloseNotification 2")
    let again = try BusProgram(bus, "provider.py", "other")
    try await again.until("AccessDenied")
    #expect(!desktop.output.contains("Notify 3"))
    #expect(try await daemon.end() == 0)
  }

  @Test("A link is called when the person says so, on the bus and by the command; a program may say that a person wants it")
  func links() async throws {
    let bus = try PrivateBus()
    let desktop = try DesktopProgram(bus, "notifications")
    try await desktop.until("ready")
    let daemon = try await daemon(bus)
    try await desktop.until("GetCapabilities")
    let (address, environment, socket) = (bus.address, bus.environment, daemon.socket)
    async let asked = Self.open("tel:*21*5550100%23", address)
    try await desktop.until("Notify 1 question call/cancel Call *21*5550100#?")
    desktop.act("press 1 cancel")
    #expect(try await asked.complaint.contains("the person refused it"))
    async let wanted = Self.open("tel:555-0100", address)
    try await desktop.until("Notify 2 question call/cancel Call 5550100?")
    desktop.act("press 2 call")
    #expect(try await wanted.output.hasPrefix("ot \""))
    try await daemon.perform("end", "newest")
    #expect(try await Self.open("tel:555-0100", address, "1", "origin", "s", "user").output.hasPrefix("ot \""))
    try await daemon.perform("end", "newest")
    async let command = BuiltCommand.run(["open", "tel:555-0100", "--socket", socket], environment: environment)
    try await desktop.until("Notify 3 question call/cancel Call 5550100?")
    desktop.act("press 3 call")
    let outcome = try await command
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(try await daemon.end() == 0)
  }

  @Test("Off by --no-desktop and by the configuration, which counts at once") func off() async throws {
    let bus = try PrivateBus()
    let desktop = try DesktopProgram(bus, "notifications", "feedback")
    try await desktop.until("ready")
    let quiet = try await daemon(bus, "", ["--no-desktop"])
    let refused = try await Self.open("tel:555-0100", bus.address).complaint
    #expect(refused.contains("no service of the desktop can ask"))
    #expect(try await quiet.end() == 0)
    let daemon = try await daemon(bus, #", "desktop": {"notifications": "off", "ringing": "own"}"#)
    let caller = try await ring(bus, daemon, "ann")
    #expect(!desktop.output.contains("Notify") && !desktop.output.contains("TriggerFeedback"))
    try RunningDaemon.write(#"[{"name": "home", "transport": "loopback"}]"#, #", "desktop": {"notifications": "loud"}"#, to: daemon.scratch)
    #expect(try await daemon.run("api", "host.reload").complaint.contains("$.desktop.notifications"))
    try RunningDaemon.write(#"[{"name": "home", "transport": "loopback"}]"#, #", "desktop": {}"#, to: daemon.scratch)
    #expect(try await daemon.perform("api", "host.reload").contains("$.desktop"))
    try await desktop.until("Notify 1 call.incoming answer/decline ann")
    try await desktop.until("TriggerFeedback 1 phone-incoming-call 0")
    caller.crash()
    #expect(try await daemon.end() == 0)
  }
}

/// The services of a desktop, which Tests/DesktopMock plays.
private final class DesktopProgram {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../DesktopMock/desktop_mock.py").standardized
  private let process = Process()
  private let input = Pipe()
  private let scratch: ScratchFolder

  init(_ bus: PrivateBus, _ services: String...) throws {
    scratch = try ScratchFolder()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [Self.file.path] + services
    process.environment = BuiltCommand.inherited(home: scratch.url.path).merging(bus.environment) { $1 }
    process.standardInput = input
    let file = try scratch.newFile("output")
    (process.standardOutput, process.standardError) = (file, file)
    try process.run()
  }

  var output: String { (try? scratch.text("output")) ?? "" }

  /// Has it do something.
  func act(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Waits until its output has a text a number of times.
  func until(_ text: String, times: Int = 1, at location: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while output.components(separatedBy: text).count <= times {
      try #require(ContinuousClock.now < end, "no \"\(text)\" in \(output)", sourceLocation: location)
      await RunningDaemon.pause()
    }
  }

  /// Ends it at once.
  func crash() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { crash() }
    scratch.remove()
  }
}
