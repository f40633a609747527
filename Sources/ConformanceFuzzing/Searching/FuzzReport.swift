package import ConformanceReport
internal import ConformanceSupervisor

/// The results of a search.
package struct FuzzReport: Sendable {
  package let seed: UInt64
  /// The number of scripts that were played.
  package let scripts: Int
  /// The duration of the search, without the time to make the script smaller.
  package let duration: Duration
  package let finding: FuzzFinding?
  package let wasInterrupted: Bool

  /// The command's exit code: 0 nothing was found, 1 a failure was found, 3 no script was played, 130 interrupted.
  package var exitCode: Int32 {
    if finding != nil { return 1 }
    if wasInterrupted { return 130 }
    return scripts == 0 ? 3 : 0
  }

  /// The summary in one line.
  package var summary: String {
    let rate = Double(scripts) / max(0.001, Double(duration.milliseconds) / 1000)
    let result = finding == nil ? (wasInterrupted ? "interrupted, nothing found so far" : "nothing found") : "1 failure found"
    return "\(scripts) scripts in \(SecondsText.of(duration)) (\(Int(rate)) per second), seed \(seed): \(result)"
  }
}

/// A failure that a search found.
package struct FuzzFinding: Sendable {
  /// The outcome of the smallest script, or of the search if no script fails alone.
  package let outcome: TestOutcome
  /// The text of the smallest script.
  package let script: String
  /// The number of its steps.
  package let steps: Int
  /// The number of its steps when it was found.
  package let stepsFound: Int
  /// The number from which, with the seed, the script is made.
  package let number: Int
  /// The number of scripts that were tried to make it smaller.
  package let tries: Int
  /// True if the script fails alone, without those played before it in the same process.
  package let failsAlone: Bool
}
