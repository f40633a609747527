/// What came of a search.
package struct FuzzReport: Sendable {
  package let seed: UInt64
  /// How many scripts were played.
  package let scripts: Int
  /// How long the search took, without the making smaller.
  package let duration: Duration
  package let finding: FuzzFinding?
  package let wasInterrupted: Bool

  /// What the command exits with: 0 nothing was found, 1 something was, 3 no script was played, 130 interrupted.
  package var exitCode: Int32 {
    if finding != nil { return 1 }
    if wasInterrupted { return 130 }
    return scripts == 0 ? 3 : 0
  }

  /// The line that sums up.
  package var summary: String {
    let rate = Double(scripts) / max(0.001, Double(duration.milliseconds) / 1000)
    let result = finding == nil ? (wasInterrupted ? "interrupted, nothing found so far" : "nothing found") : "1 failure found"
    return "\(scripts) scripts in \(SecondsText.of(duration)) (\(Int(rate)) per second), seed \(seed): \(result)"
  }
}
