package import ConformanceHarness
package import ConformanceReport
internal import StrictJSON

/// The child's report on its test to the supervisor: one line on the result descriptor.
///
/// It counts only with the nonce that the supervisor gave the child.
package struct TestRecord: Hashable, Sendable {
  /// The ending of a body.
  package enum Ending: Hashable, Sendable {
    case passed
    case failed(String)
    /// The plugin's own process ended.
    case crashed(String)
    case skipped(String)
    case unable(String)
  }

  package var nonce: String
  package var ending: Ending
  package var warnings: [String] = []
  /// The last crossings, for a test that did not pass.
  package var transcript: [String] = []
  /// The place of the failure.
  package var site: FailureSite?
  /// The breaches that the ledger noted meanwhile, for a test that did not pass.
  package var noted: [NotedBreach] = []
  package var before = ResourceCount(descriptors: 0, threads: 0)
  package var after = ResourceCount(descriptors: 0, threads: 0)

  package init(nonce: String, ending: Ending) {
    self.nonce = nonce
    self.ending = ending
  }

  /// The record in the form in which it is sent, without the line feed.
  package var line: String {
    let (word, sentence) =
      switch ending {
      case .passed: ("passed", "")
      case .failed(let sentence): ("failed", sentence)
      case .crashed(let sentence): ("crashed", sentence)
      case .skipped(let reason): ("skipped", reason)
      case .unable(let sentence): ("unable", sentence)
      }
    let members: [JSONValue.Member] = [
      .init(name: "nonce", value: .string(nonce)), .init(name: "ending", value: .string(word)),
      .init(name: "sentence", value: .string(sentence)), .init(name: "warnings", value: .strings(warnings)),
      .init(name: "transcript", value: .strings(transcript)), .init(name: "before", value: before.value),
      .init(name: "after", value: after.value),
    ]
    return JSONValue.object(members + failureMembers).text
  }

  /// Reads a line; nil when it is no record.
  package init?(line: some Collection<UInt8>) {
    guard let value = try? JSONReader.read(Array(line)), let nonce = value["nonce"]?.string, let word = value["ending"]?.string,
      let sentence = value["sentence"]?.string, let before = value["before"].flatMap(ResourceCount.init),
      let after = value["after"].flatMap(ResourceCount.init)
    else { return nil }
    self.nonce = nonce
    switch word {
    case "passed": ending = .passed
    case "failed": ending = .failed(sentence)
    case "crashed": ending = .crashed(sentence)
    case "skipped": ending = .skipped(sentence)
    case "unable": ending = .unable(sentence)
    default: return nil
    }
    warnings = value["warnings"]?.strings ?? []
    transcript = value["transcript"]?.strings ?? []
    self.before = before
    self.after = after
    takeFailure(value)
  }
}
