import Foundation
import Hookswitch
import HostConfiguration
import Testing
import TransportLoader

@testable import HookswitchCLI

@Suite("Configuration of hookswitch run")
struct RunConfigTests {
  private func read(_ text: String) throws -> RunConfig {
    try RunConfigReader.read(Array(text.utf8), file: "office.json", folder: "/etc/calls/")
  }

  @Test("Every member of a file is applied; folders are relative to the file")
  func whole() throws {
    let config = try read(
      """
      {
        "transports": ["plugins", "/opt/transports"],
        "pins": {"org.hookswitch.loopback": "\(String(repeating: "0aF", count: 21))0"},
        "policy": {
          "maximumCallGroups": 3, "maximumCallsPerCallGroup": 4, "maximumRingingCalls": 2, "autoResume": "always", "hostMixing": false,
          "deadlines": {"setHeld": 2.5, "ring": 20}, "emergencyNumbers": ["110"], "transferRequests": "refuse"
        },
        "providers": [
          {"transport": "org.hookswitch.loopback"},
          {"name": "desk", "transport": "loopback", "line": "each", "settings": {"own-numbers": ["100"], "max-calls": 3},
           "maximumCallGroups": 1, "maximumCallsPerCallGroup": 2, "emergencyNumbers": ["911"], "deadlines": {"end": 1}}
        ]
      }
      """)
    #expect(config.folders == ["/etc/calls/plugins", "/opt/transports"])
    #expect(config.pins["org.hookswitch.loopback"]?.hasPrefix("0af0af") == true)
    var policy = LinePolicy()
    policy.maximumCallGroups = 3
    policy.maximumCallsPerCallGroup = 4
    policy.maximumRingingCalls = 2
    policy.autoResume = .always
    policy.hostMixing = false
    policy.deadlines[.setHeld] = .seconds(2.5)
    policy.deadlines[.ring] = .seconds(20)
    #expect(config.emergencyNumbers == ["110"])
    policy.transferRequests = .refuse
    #expect(config.policy == policy)
    var desk = RunConfig.Account(path: "$.providers[1]", name: "desk", transport: "loopback", line: .each)
    desk.settings = #"{"max-calls":3,"own-numbers":["100"]}"#
    desk.settingsPath = "$.providers[1].settings"
    desk.maximumCallGroups = 1
    desk.maximumCallsPerCallGroup = 2
    desk.emergencyNumbers = ["911"]
    desk.deadlines[.end] = .seconds(1)
    #expect(config.accounts == [RunConfig.Account(path: "$.providers[0]", name: "loopback", transport: "org.hookswitch.loopback"), desk])
  }

  @Test("An empty file gives the defaults: the rules' policy, and a provider for each transport found")
  func empty() throws {
    #expect(try read("{}") == RunConfig(file: "office.json"))
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var text: String
    var path: String
    /// A part of the reason.
    var reason: String
    var testDescription: String { text }
    init(_ text: String, _ path: String, _ reason: String) { (self.text, self.path, self.reason) = (text, path, reason) }
  }

  static let bad: [Bad] = [
    Bad("", "$", "not JSON"), Bad("{\n", "$", "is not JSON: line 2, column 1: a member's name in quotes should be here"),
    Bad(#"{"blocked": [], "blocked": []}"#, "$", "line 1, column 17: the member \"blocked\" is here twice"),
    Bad("[]", "$", "is an array, should be an object"),
    Bad(#"{"provider": []}"#, "$.provider", "did you mean providers?"), Bad(#"{"odd name": 1}"#, #"$["odd name"]"#, "is unknown"),
    Bad(#"{"transports": "plugins"}"#, "$.transports", "is a string, should be an array"),
    Bad(#"{"transports": ["a", 1]}"#, "$.transports[1]", "is a number, should be a string"),
    Bad(#"{"pins": {"org.x.y": "abc"}}"#, #"$.pins["org.x.y"]"#, "not a SHA-256 digest"),
    Bad(#"{"region": "XX"}"#, "$.region", LocalNumbers.refusal), Bad(#"{"region": 44}"#, "$.region", "should be a string"),
    Bad(#"{"blocked": "tel:1"}"#, "$.blocked", "should be an array"),
    Bad(#"{"audio": {"device": "speaker"}}"#, "$.audio.device", "one of default, wav, null, none"),
    Bad(#"{"audio": {"input": "a.wav"}}"#, "$.audio.input", "only the device wav"),
    Bad(#"{"audio": {"country": "XX"}}"#, "$.audio.country", "should be one of"),
    Bad(#"{"policy": {"maximumCallGroups": 0}}"#, "$.policy.maximumCallGroups", "is 0, should be 1 to"),
    Bad(#"{"policy": {"maximumCallGroups": 1.5}}"#, "$.policy.maximumCallGroups", "whole number"),
    Bad(#"{"policy": {"autoResume": "allways"}}"#, "$.policy.autoResume", "did you mean always?"),
    Bad(#"{"policy": {"hostMixing": 1}}"#, "$.policy.hostMixing", "true or false"),
    Bad(#"{"policy": {"deadlines": {"hold": 1}}}"#, "$.policy.deadlines.hold", "is unknown"),
    Bad(#"{"policy": {"deadlines": {"end": 0}}}"#, "$.policy.deadlines.end", "more than 0"),
    Bad(#"{"policy": {"transferRequests": "maybe"}}"#, "$.policy.transferRequests", "one of ask, accept, refuse"),
    Bad(#"{"screeners": {}}"#, "$.screeners", "should be an array"), Bad(#"{"screeners": [{}]}"#, "$.screeners[0].name", "is missing"),
    Bad(#"{"screeners": [{"name": "a", "lines": []}]}"#, "$.screeners[0].lines", "leave it out for all lines"),
    Bad(#"{"screeners": [{"name": "a", "lines": [1]}]}"#, "$.screeners[0].lines[0]", "should be a string"),
    Bad(#"{"screeners": [{"name": "a", "deadline": 0}]}"#, "$.screeners[0].deadline", "more than 0"),
    Bad(#"{"screeners": [{"name": "a"}, {"name": "a"}]}"#, "$.screeners[1].name", "the name of another screener"),
    Bad(#"{"providers": []}"#, "$.providers", "is empty"), Bad(#"{"providers": {}}"#, "$.providers", "should be an array"),
    Bad(#"{"providers": [{"name": "a"}]}"#, "$.providers[0].transport", "is missing"),
    Bad(#"{"providers": [{"transport": ""}]}"#, "$.providers[0].transport", "is empty"),
    Bad(#"{"providers": [{"transport": "x", "name": "a b"}]}"#, "$.providers[0].name", "contains a space"),
    Bad(#"{"providers": [{"transport": "x"}, {"transport": "org.x"}]}"#, "$.providers[1].name", "the name of another provider"),
    Bad(#"{"providers": [{"transport": "x", "settings": "{}"}]}"#, "$.providers[0].settings", "should be an object"),
    Bad(#"{"providers": [{"transport": "x", "emergencyNumbers": [112]}]}"#, "$.providers[0].emergencyNumbers[0]", "should be a string"),
    Bad(#"{"providers": [{"transport": "x", "deadlines": {"end": "1"}}]}"#, "$.providers[0].deadlines.end", "number of seconds"),
    Bad(#"{"isolation": "outside"}"#, "$.isolation", "is \"outside\", should be one of inside, process"),
    Bad(#"{"isolation": 1}"#, "$.isolation", "should be inside, process or an object"),
    Bad(#"{"isolation": {"mod": "inside"}}"#, "$.isolation.mod", "did you mean mode?"),
    Bad(#"{"isolation": {"sandbox": "on"}}"#, "$.isolation.sandbox", "one of try, require, off"),
    Bad(#"{"isolation": {"limits": {"memory-mb": 31}}}"#, #"$.isolation.limits["memory-mb"]"#, "is 31, should be 32 to 65536"),
    Bad(#"{"isolation": {"limits": {"files": 63}}}"#, "$.isolation.limits.files", "is 63, should be 64 to 1048576"),
    Bad(#"{"isolation": {"limits": {"patience-ms": 60001}}}"#, #"$.isolation.limits["patience-ms"]"#, "should be 200 to 60000"),
    Bad(#"{"isolation": {"limits": {"threads": 7}}}"#, "$.isolation.limits.threads", "is 7, should be 8 to 32768"),
    Bad(#"{"isolation": {"limits": {"cpu-percent": 4}}}"#, #"$.isolation.limits["cpu-percent"]"#, "is 4, should be 5 to"),
    Bad(#"{"isolation": {"needs": {"network": "yes"}}}"#, "$.isolation.needs.network", "should be true or false"),
    Bad(#"{"isolation": {"needs": {"write": ["tmp"]}}}"#, "$.isolation.needs.write[0]", "is not an absolute path"),
    Bad(#"{"providers": [{"transport": "x", "process": 4}]}"#, "$.providers[0].process", "should be \"each\", a name or {\"pool\": N}"),
    Bad(#"{"providers": [{"transport": "x", "process": {"pool": 0}}]}"#, "$.providers[0].process.pool", "is 0, should be 1 to 1024"),
    Bad(#"{"providers": [{"transport": "x", "stream": {}}]}"#, "$.providers[0].stream.url", "is missing; write the address"),
    Bad(#"{"providers": [{"transport": "x", "stream": "http://a"}]}"#, "$.providers[0].stream", "url: an address begins with"),
    Bad(#"{"providers": [{"transport": "x", "stream": {"url": "ws://a", "rate": 9000}}]}"#, "$.providers[0].stream.url", "rate: 9000 Hz"),
    Bad(#"{"providers": [{"transport": "x", "stream": {"url": "ws://a", "volume": 1}}]}"#, "$.providers[0].stream.volume", "is unknown"),
    Bad(#"{"providers": [{"transport": "x", "process": {}}]}"#, "$.providers[0].process", "is empty; write"),
    Bad(
      #"{"providers": [{"transport": "x", "isolation": {"mode": "inside", "limits": {"files": 99}}}]}"#, "$.providers[0].isolation.limits",
      "is about a process, but the mode is inside"),
    // A control character in a name is an error of the text, at any place.
    Bad("{\"providers\": [{\"\u{1}transport\": \"x\"}]}", "$", "is not JSON: line 1, column 18: a control character in a string"),
  ]

  @Test("An error is reported with file, JSON path and reason", arguments: bad)
  func wrong(_ bad: Bad) throws {
    let error = #expect(throws: RunConfigError.self) { try read(bad.text) }
    #expect(error?.file == "office.json")
    #expect(error?.path == bad.path)
    #expect(error?.reason.contains(bad.reason) == true, "\(error?.reason ?? "")")
    #expect(error?.description.contains("\n") == false)
  }

  @Test("Blocked callers are written as handles, and emergency numbers are the region's unless the file gives others")
  func callers() throws {
    let config = try read(#"{"blocked": ["tel:+1 (202) 555-0100", "sip:bob@example.org"]}"#)
    #expect(config.blocked == [Handle(parsing: "tel:+1 (202) 555-0100"), Handle(parsing: "sip:bob@example.org")])
    #expect(config.emergencyNumbers == nil)
    #expect(try read(#"{"policy": {"emergencyNumbers": []}}"#).emergencyNumbers == [])
  }

  @Test("Sounds: files are relative to the file, and a country has a plan of tones")
  func audio() throws {
    let text = """
      {"audio": {"device": "wav", "input": "hello.wav", "output": "/srv/heard.wav", "country": "de", "ringtone": "ring.wav",
       "ringtones": {"desk": "desk.wav"}}}
      """
    var audio = RunAudio()
    audio.device = .wav
    audio.input = "/etc/calls/hello.wav"
    audio.output = "/srv/heard.wav"
    audio.country = "DE"
    audio.ringtone = "/etc/calls/ring.wav"
    audio.ringtones = ["desk": "/etc/calls/desk.wav"]
    #expect(try read(text).audio == audio)
    #expect(try read(#"{"audio": {}}"#).audio == RunAudio())
    #expect(RunAudio().settings(in: "GB") != nil)
    audio.device = .none
    #expect(audio.settings(in: nil) == nil)
  }

  @Test("Isolation is a mode or an object, and a provider's members override the file's")
  func isolation() throws {
    let config = try read(
      """
      {"isolation": {"mode": "process", "sandbox": "off", "limits": {"memory-mb": 256, "files": 128, "patience-ms": 900, "threads": 64}},
       "providers": [
         {"name": "a", "transport": "x", "isolation": "inside", "process": "each"},
         {"name": "b", "transport": "x", "isolation": {"limits": {"memory-mb": 64, "cpu-percent": 150}, "needs": {"network": true, "files": ["/etc/x"]}},
          "process": "lab"},
         {"name": "c", "transport": "x", "process": {"pool": 4}}]}
      """)
    #expect(config.isolation?.mode == .process)
    let accounts = try #require(config.accounts)
    #expect(accounts.map { $0.isolation?.mode } == [.inside, nil, nil])
    #expect(accounts.map(\.share) == [.each, .named("lab"), .pool(4)])
    var profile = RunnerProfile()
    (profile.limits.memoryMegabytes, profile.limits.files, profile.limits.patienceMilliseconds) = (256, 128, 900)
    (profile.limits.threads, profile.sandbox) = (64, .off)
    #expect(RunIsolation.profile(accounts[2].isolation, over: config.isolation) == profile)
    (profile.limits.memoryMegabytes, profile.limits.cpuPercent) = (64, 150)
    var needs = RunnerNeeds()
    (needs.network, needs.files) = (true, ["/etc/x"])
    profile.needs = needs
    #expect(RunIsolation.profile(accounts[1].isolation, over: config.isolation) == profile)
    #expect(RunIsolation.profile(nil, over: try read(#"{"isolation": "process"}"#).isolation) == RunnerProfile())
  }

  @Test("A missing file is reported with the system's reason")
  func missing() {
    let error = #expect(throws: RunConfigError.self) { try RunConfigReader.read(file: "/nowhere/office.json") }
    #expect(error?.file == "/nowhere/office.json")
    #expect(error?.reason.contains("cannot be read") == true)
  }

  @Test("A megabyte with ten thousand accounts is read, and one name twice among them is refused")
  func manyAccounts() throws {
    let accounts = (0..<10_000).map { number in
      #"{"name": "desk-\#(number)", "transport": "org.hookswitch.sip", "settings": {"address": "sip:desk\#(number)@pbx.example.org", "user": "desk\#(number)", "secret": "desk-\#(number)", "expires": 3600}}"#
    }
    let text = #"{"providers": ["# + accounts.joined(separator: ",\n") + "]}"
    #expect(text.utf8.count > 1 << 20)
    let config = try read(text)
    #expect(config.accounts?.count == 10_000)
    #expect(config.accounts?.last?.name == "desk-9999")
    #expect(throws: RunConfigError.self) { try read(text.replacing("desk-9999\"", with: "desk-0\"")) }
  }

  @Test("An endless file is refused once it is longer than any configuration")
  func endless() {
    let error = #expect(throws: RunConfigError.self) { try RunConfigReader.read(file: "/dev/zero") }
    #expect(error?.reason.contains("more than") == true)
  }
}
