import Hookswitch
import HostConfiguration
import Testing

@testable import HookswitchCLI

@Suite("Command lines of hookswitch run")
struct RunCommandTests {
  struct Good: Sendable, CustomTestStringConvertible {
    var line: String
    var order: RunOrder?
    var testDescription: String { line }
    init(_ line: String, _ order: RunOrder?) { (self.line, self.order) = (line, order) }
  }

  static let good: [Good] = [
    Good("", nil), Good("   ", nil), Good("# a comment", nil),
    Good("dial loopback 5550100", .dial(provider: "loopback", handle: "5550100")),
    Good("  dial\tloopback   tel:5550100 \r", .dial(provider: "loopback", handle: "tel:5550100")),
    Good("dial loopback (212)  555 0100", .dial(provider: "loopback", handle: "(212) 555 0100")),
    Good("dial loopback tel:+44 20 7946 0018", .dial(provider: "loopback", handle: "tel:+44 20 7946 0018")),
    Good("answer", .ask(nil, .ringing) { .transaction([.answer($0, .automatic)]) }),
    Good("answer c2", .ask(CallName(2), .ringing) { .transaction([.answer($0, .automatic)]) }),
    Good("answer holdActive", .ask(nil, .ringing) { .transaction([.answer($0, .holdActive)]) }),
    Good("answer 2 endActive", .ask(CallName(2), .ringing) { .transaction([.answer($0, .endActive)]) }),
    Good("decline", .declines(nil, nil)), Good("decline 1", .declines(CallName(1), nil)),
    Good("decline busy", .declines(nil, Decline(.busy))), Good("decline declined", .declines(nil, Decline(.declined))),
    Good("decline c2 busyEverywhere Back  at five", .declines(CallName(2), Decline(.busyEverywhere, text: "Back at five"))),
    Good("end", .ask(nil, .lasting) { .transaction([.end($0)]) }),
    Good("end c12", .ask(CallName(12), .lasting) { .transaction([.end($0)]) }),
    Good("hold", .ask(nil, .active) { .transaction([.setHeld($0, true)]) }),
    Good("resume c1", .ask(CallName(1), .held) { .transaction([.setHeld($0, false)]) }),
    Good("swap", .swap), Good("merge", .merge([])), Good("merge c1 2 c3", .merge([CallName(1), CallName(2), CallName(3)])),
    Good("split c1", .ask(CallName(1), .grouped) { .transaction([.setGroup($0, with: nil)]) }),
    Good("mute", .ask(nil, .audible) { .transaction([.setMuted($0, true)]) }),
    Good("unmute 3", .ask(CallName(3), .muted) { .transaction([.setMuted($0, false)]) }),
    Good("dtmf 1", .ask(nil, .active) { .transaction([.playDTMF($0, "1")]) }),
    Good("dtmf 1 23#", .ask(CallName(1), .active) { .transaction([.playDTMF($0, "23#")]) }),
    Good("continue", .ask(nil, .active) { .continueDTMF($0) }),
    Good("transfer 5550100", .transfers(nil, to: .handle("5550100"))),
    Good("transfer c1 5550100", .transfers(CallName(1), to: .handle("5550100"))),
    Good("transfer c1 c2", .transfers(CallName(1), to: .call(CallName(2)))), Good("transfer c2", .transfers(nil, to: .call(CallName(2)))),
    Good("accept", .ask(nil, .connected) { .acceptTransfer($0) }), Good("refuse c1", .ask(CallName(1), .connected) { .refuseTransfer($0) }),
    Good("record a.wav", .record(nil, file: "a.wav", asGroup: false)),
    Good("record c1 a.wav group", .record(CallName(1), file: "a.wav", asGroup: true)),
    Good("record group", .record(nil, file: "group", asGroup: false)), Good("stop", .stop(nil)), Good("stop c2", .stop(CallName(2))),
    Good("audio", .audio), Good("route headset", .route("headset")),
    Good("route Jabra  Evolve 20", .route("Jabra Evolve 20")), Good("stats", .stats(nil, provider: nil)),
    Good("stats c2", .stats(CallName(2), provider: nil)),
    Good("stats sip", .stats(nil, provider: "sip")),
    Good(#"configure sip {"dtmf": "info",  "port": 5070}"#, .configure(provider: "sip", settings: #"{"dtmf": "info",  "port": 5070}"#)),
    Good("calls", .calls), Good("processes", .processes),
    Good("upgrade loopback", .upgrade("loopback", file: nil, UpgradeTimes())),
    Good("upgrade --wait 60 loopback /lib/new.so", .upgrade("loopback", file: "/lib/new.so", UpgradeTimes(wait: .seconds(60)))),
    Good("upgrade org.hookswitch.sip --wait 0.5", .upgrade("org.hookswitch.sip", file: nil, UpgradeTimes(wait: .milliseconds(500)))),
    Good("upgrade sip --drain 30 --wait 1", .upgrade("sip", file: nil, UpgradeTimes(wait: .seconds(1), drain: .seconds(30)))),
    Good("help", .help(RunCommand.help)), Good("help dial", .help(RunCommand.named("dial")?.help ?? "")),
    Good("quit", .quit),
    Good("wait active", .wait(.state(.active), nil, nil)), Good("wait ended", .wait(.state(.ended), nil, nil)),
    Good("wait incoming", .wait(.event(.incoming), nil, nil)), Good("wait c1 held 2.5", .wait(.state(.held), CallName(1), .seconds(2.5))),
  ]

  @Test("A line is parsed to its command; an empty one and a comment give none", arguments: good)
  func understood(_ good: Good) throws {
    #expect(try RunCommand.parse(good.line) == good.order)
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var line: String
    var error: RunCommandError
    var testDescription: String { line }
    init(_ line: String, _ error: RunCommandError) { (self.line, self.error) = (line, error) }
  }

  static let words = RunCommand.all.map(\.word)

  /// Returns the command and its operands, as its errors show them.
  static func synopsis(_ word: String) -> String { RunCommand.named(word)?.synopsis ?? "no command \(word)" }

  static let bad: [Bad] = [
    Bad("hodl", .unknown("hodl", among: words)), Bad("help hodl", .unknown("hodl", among: words)),
    Bad("HOLD", .unknown("HOLD", among: words)),
    Bad("dial", .missing("PROVIDER", of: synopsis("dial"))),
    Bad("dial loopback", .missing("HANDLE", of: synopsis("dial"))), Bad("dial loopback bob 2", .tooMuch("2", of: synopsis("dial"))),
    Bad("hold now", .noCall("now", of: synopsis("hold"))), Bad("hold c0", .noCall("c0", of: synopsis("hold"))),
    Bad("hold c1 c2", .tooMuch("c2", of: synopsis("hold"))),
    Bad("decline politely", .noReason("politely")), Bad("decline c1 Busy", .noReason("Busy")), Bad("decline c0", .noReason("c0")),
    Bad("route", .missing("ROUTE", of: synopsis("route"))),
    Bad("answer politely", .noChoice("politely")), Bad("merge c1", .missing("the second CALL", of: synopsis("merge"))),
    Bad("dtmf", .missing("DIGITS", of: synopsis("dtmf"))), Bad("transfer", .missing("HANDLE or CALL", of: synopsis("transfer"))),
    Bad("wait", .missing("STATE or EVENT", of: synopsis("wait"))), Bad("wait activ", .nothingToAwait("activ")),
    Bad("wait screening", .nothingToAwait("screening")), Bad("wait active soon", .noSeconds("soon")),
    Bad("wait active nan", .noSeconds("nan")), Bad("wait active -1", .noSeconds("-1")),
    Bad("swap c1", .tooMuch("c1", of: synopsis("swap"))),
    Bad("configure", .missing("PROVIDER", of: synopsis("configure"))),
    Bad("configure sip", .missing("SETTINGS", of: synopsis("configure"))),
    Bad("configure sip {'a': 1}", .noObject("it is not JSON")),
    Bad("configure sip 5", .noObject("it is another kind of value")),
    Bad("upgrade sip --wait", .missing("SECONDS of --wait", of: synopsis("upgrade"))),
    Bad("record", .missing("FILE", of: synopsis("record"))), Bad("record a.wav b.wav", .tooMuch("b.wav", of: synopsis("record"))),
  ]

  @Test("A bad line is reported with the word and the command's syntax", arguments: bad)
  func misunderstood(_ bad: Bad) {
    #expect(throws: bad.error) { try RunCommand.parse(bad.line) }
    #expect(!bad.error.description.contains("\n"))
    #expect(!bad.error.description.contains("no command"))
  }

  @Test("A mistyped command or event gets the nearest known one")
  func suggestions() {
    #expect(RunCommandError.unknown("hodl", among: Self.words).description.contains("did you mean hold?"))
    #expect(RunCommandError.nothingToAwait("activ").description.contains("did you mean active?"))
  }

  @Test("Help has a line for every command, which begins with the command itself")
  func help() {
    for command in RunCommand.all { #expect(RunCommand.help.contains("  \(command.word)"), "\(command.word)") }
  }

  @Test("The example of every command is a line of that command, and help about the command shows it")
  func examples() throws {
    for command in RunCommand.all {
      #expect(command.example == command.word || command.example.hasPrefix(command.word + " "))
      #expect(try RunCommand.parse(command.example) != nil, "\(command.word)")
      #expect(command.help.contains(command.synopsis) && command.help.contains(command.example))
    }
    #expect(Set(RunCommand.all.map(\.word)).count == RunCommand.all.count)
  }

  @Test("Help and errors name the reasons to decline and the ways to name a route")
  func helpOfReasonsAndRoutes() {
    for reason in Decline.Reason.allCases {
      #expect(RunCommand.named("decline")?.meaning.contains(reason.rawValue) == true)
      #expect(RunCommandError.noReason("politely").description.contains(reason.rawValue))
    }
    #expect(RunCommand.help.contains("decline [CALL] [REASON [TEXT]]"))
    #expect(RunCommand.help.contains("route ROUTE|default"))
    #expect(RunCommand.named("route")?.meaning.contains("a device by its name") == true)
  }

  static let handles: [(text: String, kinds: [String], handle: Handle)] = [
    ("5550100", ["tel", "generic"], Handle(type: .phoneNumber, value: "5550100")),
    ("5550100", ["generic", "tel"], Handle(type: .generic, value: "5550100")),
    ("tel:5550100", ["generic"], Handle(type: .phoneNumber, value: "5550100")),
    ("bob@example.org", ["sip", "tel"], Handle(type: .sipURI, value: "sip:bob@example.org")),
    ("sips:bob@example.org", ["tel"], Handle(type: .sipURI, value: "sips:bob@example.org")),
    ("bob@example.org", ["mailto"], Handle(type: .emailAddress, value: "bob@example.org")),
    ("x-desk:7", ["tel", "x-desk"], Handle(type: "x-desk", value: "7")), ("7", ["x-desk"], Handle(type: "x-desk", value: "7")),
    ("host:5060", ["generic"], Handle(type: .generic, value: "host:5060")), ("5550100", [], Handle(type: .generic, value: "5550100")),
  ]

  @Test("A handle with a scheme is of that kind, one without is of the provider's first kind", arguments: handles)
  func dialed(_ example: (text: String, kinds: [String], handle: Handle)) {
    #expect(DialedHandle.handle(example.text, kinds: example.kinds) == example.handle)
  }
}

extension RunOrder {
  fileprivate static func declines(_ call: CallName?, _ decline: Decline?) -> RunOrder {
    .ask(call, .ringing) { .transaction([.end($0, decline)]) }
  }

  fileprivate static func transfers(_ call: CallName?, to target: RequestForm.Target) -> RunOrder {
    .ask(call, .connected, to: target) { .transaction([.transfer($0, $1)]) }
  }
}
