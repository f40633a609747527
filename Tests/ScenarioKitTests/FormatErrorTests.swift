import ScenarioKit
import Testing

@Suite("Malformed scenarios are refused with file, place and reason")
struct FormatErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var json: String
    var path: String
    var reason: String
    var testDescription: String { path + ": " + reason }

    init(_ json: String, _ path: String, _ reason: String) {
      self.json = json
      self.path = path
      self.reason = reason
    }

    /// Makes a bad step after a good one.
    init(step: String, _ path: String, _ reason: String) {
      self.init(#"{"title": "t", "steps": [{"advance": 1}, \#(step)]}"#, "steps[1]" + path, reason)
    }
  }

  static let heads: [Case] = [
    Case("", "", "the text ends where a value should be"),
    Case("{} x", "", "text after the end"),
    Case("[]", "", "should be an object, not an array"),
    Case(#"{"title": "t"}"#, "", #""steps" is missing"#),
    Case(#"{"steps": []}"#, "", #""title" is missing"#),
    Case(#"{"title": "", "steps": []}"#, "title", "should say what the scenario shows"),
    Case(#"{"title": 1, "steps": []}"#, "title", "should be a string, not a number"),
    Case(#"{"title": "t", "title": "u", "steps": []}"#, "", #"the member "title" is here twice"#),
    Case(#"{"title": "t", "steps": [], "polcy": {}}"#, "polcy", #"unknown key "polcy""#),
    Case(#"{"title": "t", "steps": {}}"#, "steps", "should be an array, not an object"),
    Case(#"{"title": "t", "steps": [], "rules": "A2"}"#, "rules", "should be an array, not a string"),
    Case(#"{"title": "t", "steps": [], "rules": ["A2", 3]}"#, "rules[1]", "should be a string, not a number"),
    Case(#"{"title": "t", "steps": [], "policy": {"maximumCallGroups": 1.5}}"#, "policy.maximumCallGroups", "a whole number"),
    Case(#"{"title": "t", "steps": [], "policy": {"maximumCallGroups": -1}}"#, "policy.maximumCallGroups", "a whole number"),
    Case(#"{"title": "t", "steps": [], "policy": {"autoResume": "soon"}}"#, "policy.autoResume", "not one of never"),
    Case(#"{"title": "t", "steps": [], "policy": {"deadlines": {"hold": 1}}}"#, "policy.deadlines.hold", "unknown key"),
    Case(#"{"title": "t", "steps": [], "policy": {"deadlines": {"end": -1}}}"#, "policy.deadlines.end", "should be seconds"),
    Case(#"{"title": "t", "steps": [], "policy": {"screeners": ["S", "S"]}}"#, "policy.screeners[1]", "named twice"),
    Case(#"{"title": "t", "steps": [], "policy": {"transferRequests": "no"}}"#, "policy.transferRequests", "not one of ask"),
    Case(#"{"title": "t", "steps": [], "lines": {"a b": {}}}"#, #"lines["a b"]"#, "one word"),
    Case(#"{"title": "t", "steps": [], "lines": {"desk": {"hostMixing": 1}}}"#, "lines.desk.hostMixing", "should be true or false"),
    Case(#"{"title": "t", "steps": [], "providers": ["M"]}"#, "providers", "should be an object, not an array"),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"supportsHold": true}}}"#, "providers.M.supportsHold", "unknown key"),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"ready": "yes"}}}"#, "providers.M.ready", "should be true or false"),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"deadlines": {"screen": 1}}}}"#, "providers.M.deadlines.screen", "unknown key"),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"on": {"hold": "obey"}}}}"#, "providers.M.on.hold", "unknown key"),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"on": {"end": "explode"}}}}"#, "providers.M.on.end", "not one of obey"),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"on": {"end": 2}}}}"#, "providers.M.on.end", "a behaviour or"),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"on": {"end": {}}}}}"#, "providers.M.on.end", #""after" is missing"#),
    Case(#"{"title": "t", "steps": [], "providers": {"M": {"on": {"end": {"after": "1"}}}}}"#, "providers.M.on.end.after", "a number"),
  ]

  static let steps: [Case] = [
    Case(step: "7", "", "should be an object, not a number"),
    Case(step: "{}", "", "a key that names its kind"),
    Case(step: #"{"provider": "M"}"#, "", "none of provider is a step"),
    Case(step: #"{"hold": "c1", "resume": "c1"}"#, "", "this is 2: hold, resume"),
    Case(step: #"{"start": "c1", "to": "tel:1"}"#, "", #""provider" is missing"#),
    Case(step: #"{"start": "c1", "provider": "M"}"#, "", #""to" is missing"#),
    Case(step: #"{"start": "c1", "provider": 1, "to": "tel:1"}"#, ".provider", "should be a string, not a number"),
    Case(step: #"{"start": "c 1", "provider": "M", "to": "tel:1"}"#, ".start", "one word"),
    Case(step: #"{"start": "", "provider": "M", "to": "tel:1"}"#, ".start", "one word"),
    Case(step: #"{"start": "c1", "provider": "M", "to": "tel:1\n2"}"#, ".to", "no control characters"),
    Case(step: #"{"start": "c1", "provider": "M", "to": "tel:1", "choice": "automatic"}"#, ".choice", #"unknown key "choice""#),
    Case(step: #"{"hold": "c1", "origin": "host"}"#, ".origin", "not one of user, client"),
    Case(step: #"{"hold": "c1", "line": "main"}"#, ".line", "unknown key"),
    Case(step: #"{"answer": "c1", "choice": "maybe"}"#, ".choice", "not one of automatic"),
    Case(step: #"{"end": "c1", "group": 1}"#, ".group", "should be true or false"),
    Case(step: #"{"swap": false}"#, ".swap", "can only be true"),
    Case(step: #"{"merge": "c1"}"#, ".merge", "should be an array"),
    Case(step: #"{"mute": "c1"}"#, "", #""value" is missing"#),
    Case(step: #"{"dtmf": "c1", "digits": 12}"#, ".digits", "should be a string"),
    Case(step: #"{"transfer": "c1"}"#, "", "either \"to\" a handle or \"with\" a call"),
    Case(step: #"{"transfer": "c1", "to": "tel:1", "with": "c2"}"#, "", "either \"to\" a handle or \"with\" a call"),
    Case(step: #"{"transaction": [{"swap": true}]}"#, ".transaction[0]", "exactly one of the keys"),
    Case(step: #"{"transaction": [{"hold": "c1", "end": "c1"}]}"#, ".transaction[0]", "exactly one of the keys"),
    Case(step: #"{"transaction": [{"hold": "c1"}, {"group": "c1"}]}"#, ".transaction[1]", #""with" is missing"#),
    Case(step: #"{"transaction": [{"mute": "c1", "value": true, "origin": "user"}]}"#, ".transaction[0].origin", "unknown key"),
    Case(step: #"{"incoming": "c1"}"#, "", #""provider" is missing"#),
    Case(step: #"{"incoming": "c1", "provider": "M", "audio": "yes"}"#, ".audio", "should be true or false"),
    Case(step: #"{"incoming": "c1", "provider": "M", "origin": "user"}"#, ".origin", "unknown key"),
    Case(step: #"{"report": "dialing", "call": "c1"}"#, ".report", "not one of startedConnecting"),
    Case(step: #"{"report": "connected"}"#, "", #""call" is missing"#),
    Case(step: #"{"report": "connected", "call": "c1", "reason": "failed"}"#, ".reason", "unknown key"),
    Case(step: #"{"report": "ended", "call": "c1", "reason": "bored"}"#, ".reason", "not one of failed"),
    Case(step: #"{"report": "transferRequested", "call": "c1", "to": "tel:1"}"#, "", #""as" is missing"#),
    Case(step: #"{"fulfil": "hold", "call": "c1"}"#, ".fulfil", "not one of start"),
    Case(step: #"{"screen": "c1", "by": "S", "verdict": "maybe"}"#, ".verdict", "not one of continue"),
    Case(step: #"{"screen": "c1", "verdict": "block"}"#, "", #""by" is missing"#),
    Case(step: #"{"behave": "M"}"#, "", #""on" is missing"#),
    Case(step: #"{"configure": "M", "ready": true}"#, ".ready", "unknown key"),
    Case(step: #"{"crash": true}"#, ".crash", "should be a string"),
    Case(step: #"{"doNotDisturb": "on"}"#, ".doNotDisturb", "should be true or false"),
    Case(step: #"{"advance": -1}"#, ".advance", "should be seconds"),
    Case(step: #"{"advance": 1e300}"#, ".advance", "should be seconds"),
    Case(step: #"{"accepted": false}"#, ".accepted", "can only be true"),
    Case(step: #"{"accepted": "yes"}"#, ".accepted", "should be true, not a string"),
    Case(step: #"{"refused": "nope"}"#, ".refused", "not one of emptyTransaction"),
    Case(step: #"{"failed": true}"#, ".failed", "should be a string"),
    Case(step: #"{"expect": {"c1": "talking"}}"#, ".expect.c1", "is not a state"),
    Case(step: #"{"expect": {"c1": "ended(sadly)"}}"#, ".expect.c1", "is not a state"),
    Case(step: #"{"expect": {"c1": "ended(failed, sadly)"}}"#, ".expect.c1", "is not a state"),
    Case(step: #"{"expect": {"c1": "ended()"}}"#, ".expect.c1", "is not a state"),
    Case(step: #"{"expect": {"c1": "ended(failed, reset c2)"}}"#, ".expect.c1", "is not a state"),
    Case(step: #"{"flags": {"c1": ["loud"]}}"#, ".flags.c1[0]", "not one of muted"),
    Case(step: #"{"details": {"c1": {"state": "held"}}}"#, ".details.c1.state", "unknown key"),
    Case(step: #"{"choices": {"c1": {"automatic": false}}}"#, ".choices.c1.automatic", "can only be true"),
    Case(step: #"{"choices": {"c1": {"automatic": "nope"}}}"#, ".choices.c1.automatic", "not one of emptyTransaction"),
    Case(step: #"{"groups": ["c1"]}"#, ".groups[0]", "should be an array"),
    Case(step: #"{"order": [" "]}"#, ".order[0]", "at least one word"),
    Case(step: #"{"never": "c1 ended"}"#, ".never", "should be an array"),
    Case(step: #"{"count": {"c1 ended": -1}}"#, #".count["c1 ended"]"#, "a whole number"),
    Case(step: #"{"count": {"c1 ended": true}}"#, #".count["c1 ended"]"#, "should be a number"),
  ]

  @Test("Unknown keys, wrong types, missing fields and unknown words give their path and the reason", arguments: heads + steps)
  func namesThePlace(_ bad: Case) throws {
    let error = try #require(throws: ScenarioFileError.self) { try ScenarioFile.read(Array(bad.json.utf8), named: "bad.json") }
    #expect(error.file == "bad.json")
    #expect(error.path == bad.path)
    #expect(error.reason.contains(bad.reason), "\(error)")
  }

  @Test(
    "Text that is not JSON is refused with line and column",
    arguments: [
      ("{\n  \"title\": tru\n}", 2, 12, "not a JSON"), ("{\"a\": 01}", 1, 8, "a comma or `}`"), ("{\"a\": 1,}", 1, 9, "name in quotes"),
      ("[1 2]", 1, 4, "a comma or `]`"), ("\"\u{1}\"", 1, 2, "written as an escape"), ("\"abc", 1, 1, "does not end"),
      (#""\x""#, 1, 2, "unknown escape"), (#""\ud800""#, 1, 2, "half of a surrogate pair"), (#""\u12g4""#, 1, 4, "four hexadecimal"),
      ("-", 1, 2, "a digit"), ("1.", 1, 3, "a digit"), ("1e999", 1, 1, "too large"), ("{\"a\" 1}", 1, 6, "a colon"),
      (String(repeating: "[", count: 17), 1, 17, "nested more than 16"), ("// x", 1, 1, "not a JSON"),
    ])
  func namesLineAndColumn(_ text: String, _ line: Int, _ column: Int, _ reason: String) throws {
    let error = try #require(throws: ScenarioFileError.self) { try ScenarioFile.read(Array(text.utf8), named: "bad.json") }
    #expect(error.line == line && error.column == column && error.path.isEmpty, "\(error)")
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test("Bytes that are not UTF-8 are refused in every string")
  func refusesBrokenText() throws {
    let bytes = Array(#"{"title": ""#.utf8) + [0xFF] + Array(#"", "steps": []}"#.utf8)
    let error = try #require(throws: ScenarioFileError.self) { try ScenarioFile.read(bytes, named: "bad.json") }
    #expect(error.reason.contains("not UTF-8"))
  }

  @Test("Files, stories and heads that are too large are refused before they are processed")
  func refusesTooLarge() throws {
    func error(_ json: String) throws -> ScenarioFileError {
      try #require(throws: ScenarioFileError.self) { try ScenarioFile.read(Array(json.utf8), named: "big.json") }
    }
    #expect(try error(String(repeating: " ", count: ScenarioFile.largestSize + 1)).reason.contains("longer than"))
    let steps = Array(repeating: #"{"advance":0}"#, count: 10_001).joined(separator: ",")
    #expect(try error(#"{"title":"t","steps":[\#(steps)]}"#).reason.contains("more than 10000 steps"))
    let actions = Array(repeating: #"{"hold":"c"}"#, count: 1_001).joined(separator: ",")
    #expect(try error(#"{"title":"t","steps":[{"transaction":[\#(actions)]}]}"#).path == "steps[0].transaction")
    let digits = String(repeating: "1", count: 1_001)
    #expect(try error(#"{"title":"t","steps":[{"dtmf":"c","digits":"\#(digits)"}]}"#).path == "steps[0].digits")
    let providers = (0...1_000).map { #""p\#($0)":{}"# }.joined(separator: ",")
    #expect(try error(#"{"title":"t","steps":[],"providers":{\#(providers)}}"#).path == "providers")
  }

  @Test("An error prints as FILE:LINE:COLUMN: PATH: REASON")
  func printsOnOneLine() throws {
    let json = "{\n \"title\": \"t\",\n \"steps\": [ { \"advance\": true } ]\n}"
    let error = try #require(throws: ScenarioFileError.self) { try ScenarioFile.read(Array(json.utf8), named: "a.json") }
    #expect(error.description == "a.json:3:26: steps[0].advance: should be a number, not true or false")
  }

  @Test("A minimal file is a scenario, escapes are read, and title and rules are kept")
  func readsTheHead() throws {
    let scenario = try ScenarioFile.read(
      Array(#"{"title": "A \u00e9 \ud83d\ude00\n", "rules": ["A2"], "steps": []}"#.utf8), named: "a.json")
    #expect(scenario.title == "A é 😀\n")
    #expect(scenario.rules == ["A2"])
    #expect(scenario.file == "a.json")
  }
}
