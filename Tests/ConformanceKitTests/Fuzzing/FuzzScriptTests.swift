import Testing

@testable import ConformanceFuzzing
@testable import ConformanceSupervisor

@Suite("A fuzz script")
struct FuzzScriptTests {
  @Test("is read as it was written, whatever its contents", arguments: FuzzScript.Kind.allCases)
  func roundTrip(_ kind: FuzzScript.Kind) throws {
    let generator = FuzzGenerator(kind: kind, seed: 11, soil: .rich)
    for number in 0..<300 {
      let script = generator.script(number)
      let read = try FuzzScriptReader(file: "script.json").read(Array(script.text.utf8))
      #expect(read == script, "script \(number)")
    }
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var text: String
    var place: String
    var reason: String
    var testDescription: String { text }

    init(_ text: String, _ place: String, _ reason: String) {
      self.text = text
      self.place = place
      self.reason = reason
    }

    /// Returns a script with one wrong step.
    static func step(_ step: String, _ place: String, _ reason: String) -> Wrong {
      Wrong(#"{"hookswitch-fuzz": 1, "steps": [{"do": "ping"}, \#(step)]}"#, "$.steps[1]\(place)", reason)
    }

    /// Returns a script with a wrong host.
    static func host(_ host: String, _ place: String, _ reason: String) -> Wrong {
      Wrong(#"{"hookswitch-fuzz": 1, "steps": [], "host": \#(host)}"#, "$.host\(place)", reason)
    }
  }

  static let wrong: [Wrong] = [
    Wrong("{\n \"steps\": [,]}", "2:12", "this is not a JSON value"), Wrong("[]", "$", "should be an object"),
    Wrong("{}", "$", "has no hookswitch-fuzz"), Wrong(#"{"hookswitch-fuzz": 2, "steps": []}"#, "$.hookswitch-fuzz", "version 1"),
    Wrong(#"{"hookswitch-fuzz": 1}"#, "$", "has no steps"),
    Wrong(#"{"hookswitch-fuzz": 1, "steps": [], "colour": 1}"#, "$.colour", "not a known member"),
    Wrong(#"{"hookswitch-fuzz": 1, "steps": {}}"#, "$.steps", "should be an array"),
    Wrong(#"{"hookswitch-fuzz": 1, "steps": [], "seed": 1}"#, "$.seed", "should be a string"),
    Wrong(#"{"hookswitch-fuzz": 1, "steps": [], "number": -1}"#, "$.number", "should be a whole number"),
    Wrong(#"{"hookswitch-fuzz": 1, "steps": [], "kind": "x"}"#, "$.kind", "not one of sequence, config"),
    Wrong(#"{"hookswitch-fuzz": 1, "steps": [], "begin": "dead"}"#, "$.begin", "not one of created"),
    .step("1", "", "should be an object"), .step("{}", "", "has no do"), .step(#"{"do": "dance"}"#, ".do", "not one of init"),
    .step(#"{"do": "end"}"#, "", "end needs call"), .step(#"{"do": "ping", "call": "up 0"}"#, "", "ping takes no call"),
    .step(#"{"do": "end", "call": "up"}"#, ".call", "should be as"), .step(#"{"do": "end", "call": "up -1"}"#, ".call", "should be as"),
    .step(#"{"do": "end", "call": "latest"}"#, ".call", "should be as"),
    .step(#"{"do": "end", "call": "stranger 5"}"#, ".call", "should be as"),
    .step(#"{"do": "apply", "hex": "abc"}"#, ".hex", "hexadecimal"), .step(#"{"do": "apply", "hex": "zz"}"#, ".hex", "hexadecimal"),
    .step(#"{"do": "apply", "hex": "ab", "text": ""}"#, "", "one of them"),
    .step(#"{"do": "ping", "wait": 4294967296}"#, ".wait", "should be a whole number"),
    .host(#"{"without": ["phone"]}"#, ".without[0]", "not one of loop"),
    .host(#"{"null": ["host.post"]}"#, ".null", "a function that every host has"),
    .host(#"{"refuses": "host-loop.now_ns"}"#, ".refuses", "cannot refuse"),
    .host(#"{"refuses": "host.post", "with": "HSW_OK"}"#, ".with", "not one of HSW_E_STATE"),
    .host(#"{"shape": "round"}"#, ".shape", "not one of usual"),
  ]

  @Test("is refused with the place and the reason", arguments: wrong)
  func refused(_ wrong: Wrong) {
    let error = #expect(throws: ConformanceError.self) { try FuzzScriptReader(file: "s.json").read(Array(wrong.text.utf8)) }
    #expect(error?.kind == .usage)
    let colon = wrong.place.hasPrefix("$") ? " " : ""
    #expect(error?.description.hasPrefix("s.json:\(colon)\(wrong.place): ") == true, "\(String(describing: error))")
    #expect(error?.description.contains(wrong.reason) == true, "\(String(describing: error))")
  }
}
