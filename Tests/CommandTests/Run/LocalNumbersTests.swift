import Foundation
import Hookswitch
import HostConfiguration
import Testing

@testable import HookswitchCLI

@Suite("Telephone numbers of hookswitch run")
struct LocalNumbersTests {
  @Test(
    "Numbers are dialled without punctuation, and other handles unchanged",
    arguments: [
      ("(212) 555-0100", ["tel"], Handle.Kind.phoneNumber, "2125550100"), ("tel:+44 20 7946 0018", ["sip"], .phoneNumber, "+442079460018"),
      ("9 1 1", ["tel"], .phoneNumber, "911"), ("bob", ["tel"], .phoneNumber, "bob"), ("a b", [""], .generic, "a b"),
      ("sip:1-2@example.org", ["tel"], .sipURI, "sip:1-2@example.org"),
    ])
  func dialled(text: String, kinds: [String], kind: Handle.Kind, value: String) {
    #expect(DialedHandle.handle(text, kinds: kinds) == Handle(type: kind, value: value))
  }

  #if HOOKSWITCH_PHONENUMBERS
    @Test(
      "Numbers are shown as people in the region write them, and other handles unchanged",
      arguments: [
        ("US", "+12125550100", "p to (212) 555-0100"), ("GB", "+12125550100", "p to +1 212-555-0100"), ("GB", "999", "p to tel:999"),
        ("US", "5550100", "p to tel:5550100"),
      ])
    func shown(region: String, dialled: String, text: String) throws {
      let shown = RunEventText(style: { text, _ in text }, numbers: LocalNumbers(region: region))
      var rig = RunRig()
      rig.type("dial p \(dialled)")
      #expect(rig.told.compactMap { shown.line($0) }.contains { $0.hasSuffix("requested   " + text) })
      rig.type("calls")
      #expect(rig.told.last.flatMap { shown.line($0) }?.hasSuffix(text) == true)
    }

    @Test("The region is that of the environment's locale, or else the US")
    func usual() {
      #expect(LocalNumbers.usual(environment: ["LANG": "de_DE.UTF-8"]) == LocalNumbers(region: "DE"))
      #expect(LocalNumbers.usual(environment: ["LANG": "C"]) == LocalNumbers(region: "US"))
    }

    @Test("The region's emergency numbers apply to every line, and callers are compared by the region's plan")
    func applied() throws {
      var settings = HostSettings()
      try #require(LocalNumbers(region: "GB")).apply(to: &settings)
      #expect(settings.policy.emergencyNumbers == ["112", "999"])
      let forms = ["020 7946 0018", "+442079460018"].map { Handle(type: .phoneNumber, value: $0) }
      #expect(settings.handles.matches(forms[0], forms[1]))
    }

    @Test("A blocked caller matches in any spelling, and the region's emergency number is recognized", .timeLimit(.minutes(5)))
    func whole() async throws {
      let scratch = try ScratchFolder()
      defer { scratch.remove() }
      let config = try scratch.write(
        #"""
        {"region": "GB", "blocked": ["tel:020 7946 0018"], "providers": [
          {"name": "desk", "transport": "loopback", "settings": {"own-numbers": ["+442079460018"]}},
          {"name": "door", "transport": "loopback", "line": "each", "settings": {"own-numbers": ["100"]}},
          {"name": "police", "transport": "loopback", "line": "each", "settings": {"own-numbers": ["999"]}}]}
        """#, to: "office.json")
      let folder = try TransportFolder.shared.get().path
      let run = try await BuiltCommand.run(
        ["run", "--transport-path", folder, "--config", config.path, "dial desk 100", "wait ended", "dial door 9-99", "calls", "quit"])
      #expect(run.output.contains("100 declined"))
      #expect(run.output.contains("emergency"))
    }
  #endif
}
