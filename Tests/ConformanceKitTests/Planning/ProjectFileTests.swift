import Testing

@testable import ConformanceReport
@testable import ConformanceSupervisor

@Suite("hookswitch-conform.json")
struct ProjectFileTests {
  private func read(_ text: String) throws(ConformanceError) -> ProjectFile {
    try ProjectFileReader(file: "lib/hookswitch-conform.json", today: "2026-11-21").read(Array(text.utf8))
  }

  @Test("holds a project's permanent settings, with paths relative to its folder")
  func whole() throws {
    let project = try read(
      #"""
      {"level": "call", "config": "a.json", "skip": ["bad.*"], "require": ["hold"],
       "waivers": [{"test": "dtmf.*", "reason": "not yet", "expires": "2026-11-21"}]}
      """#)
    #expect(project.level == .call)
    #expect(project.config == "lib/a.json")
    #expect(project.skip == ["bad.*"] && project.require == ["hold"])
    #expect(project.waivers == [Waiver(tests: "dtmf.*", reason: "not yet", expires: "2026-11-21")])
    #expect(try read("{}") == ProjectFile())
  }

  struct Flaw: Sendable, CustomTestStringConvertible {
    var text: String
    var sentence: String
    var testDescription: String { text }
  }

  static let flaws = [
    Flaw(text: "[]", sentence: "$: is an array, should be an object"),
    Flaw(text: "{\n  \"a\" 1}", sentence: "hookswitch-conform.json:2:7: "),
    Flaw(text: #"{"waiver": []}"#, sentence: "$.waiver: is not a known member; known are waivers, config, level, skip, require"),
    Flaw(text: #"{"level": "cal"}"#, sentence: "$.level: is cal, not one of core, call, media, full, soak"),
    Flaw(text: #"{"skip": "x"}"#, sentence: "$.skip: is a string, should be an array"),
    Flaw(text: #"{"waivers": [{"test": "a", "expires": "2027-01-01"}]}"#, sentence: "$.waivers[0]: has no reason"),
    Flaw(text: #"{"waivers": [{"test": "a", "reason": "", "expires": "2027-01-01"}]}"#, sentence: "$.waivers[0].reason: is empty"),
    Flaw(text: #"{"waivers": [{"test": "a", "reason": "b"}]}"#, sentence: "$.waivers[0]: has no expires"),
    Flaw(text: #"{"waivers": [{"test": "a", "reason": "b", "expires": "soon"}]}"#, sentence: "$.waivers[0].expires: is not a day"),
    Flaw(text: #"{"waivers": [{"test": "a", "reason": "b", "expires": "2027-13-01"}]}"#, sentence: "$.waivers[0].expires: is not a day"),
    Flaw(text: #"{"waivers": [{"test": "a", "reason": "b", "expires": "2026-11-20"}]}"#, sentence: "$.waivers[0].expires: was 2026-11-20"),
    Flaw(text: #"{"waivers": [{"test": "a", "reason": "b", "expires": "2027-01-01", "x": 1}]}"#, sentence: "$.waivers[0].x: is not"),
  ]

  @Test("is refused with the place and the reason, also for an expired waiver", arguments: flaws)
  func flaw(_ flaw: Flaw) throws {
    let error = #expect(throws: ConformanceError.self) { try read(flaw.text) }
    #expect(error?.kind == .usage)
    #expect(error?.description.hasPrefix("lib/hookswitch-conform.json:") == true)
    #expect(error?.description.contains(flaw.sentence) == true, "\(error?.description ?? "")")
  }
}
