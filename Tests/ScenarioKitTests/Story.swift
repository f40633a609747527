import CallControl
import ScenarioKit
import Testing

/// A scenario in a test: the head's providers and the steps, as JSON without its frame.
struct Story {
  var providers = #""M": {}, "V": {}"#
  var head = ""
  var steps: String

  init(_ steps: String, providers: String = #""M": {}, "V": {}"#, head: String = "") {
    self.steps = steps
    self.providers = providers
    self.head = head
  }

  var json: String {
    #"{ "title": "A story", \#(head) "providers": { \#(providers) }, "steps": [ \#(steps) ] }"#
  }

  func run() throws -> ScenarioResult {
    ScenarioRunner().run(try ScenarioFile.read(Array(json.utf8), named: "story.json"))
  }

  /// Returns the journal of a run in which every step must pass.
  func journal(_ place: SourceLocation = #_sourceLocation) throws -> [String] {
    let result = try run()
    if let failure = result.failure {
      Issue.record("\(failure.findings)\n\(result.journal.map(\.text).joined(separator: "\n"))", sourceLocation: place)
    }
    return result.journal.map(\.text)
  }
}

/// `c1` active at `M`.
let c1Active = #"{"start": "c1", "provider": "M", "to": "tel:+12025550101"}, {"report": "connected", "call": "c1"}"#
/// `c2` ringing at `V`.
let c2Rings = #"{"incoming": "c2", "provider": "V", "from": "sip:bob@example.org"}"#
