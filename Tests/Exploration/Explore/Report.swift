import ExplorationKit

/// The results of the whole exploration, for people.
struct Report: CustomStringConvertible {
  private let summaries: [Explorer.Summary]

  init(_ summaries: [Explorer.Summary]) {
    self.summaries = summaries
  }

  var hasCounterexamples: Bool { summaries.contains { !$0.counterexamples.isEmpty } }

  var description: String {
    var lines: [String] = []
    for summary in summaries {
      let extent = summary.isComplete ? "all" : "depth \(summary.depth)"
      lines.append("\(pad(summary.world, 22)) \(pad(extent, 8)) \(summary.states) states, \(summary.transitions) transitions")
    }
    var deeds: [Deed: Int] = [:]
    for summary in summaries { deeds.merge(summary.deeds, uniquingKeysWith: +) }
    lines.append("")
    lines.append("What was done, and how often:")
    for deed in Deed.allCases where deeds[deed, default: 0] > 0 { lines.append("  \(pad(deed.title, 34)) \(deeds[deed, default: 0])") }
    for summary in summaries {
      for example in summary.counterexamples {
        lines.append("\nVIOLATION in \(summary.world): \(example.violation) after \(example.script.count) stimuli (above)")
      }
    }
    let states = summaries.reduce(0) { $0 + $1.states }
    let transitions = summaries.reduce(0) { $0 + $1.transitions }
    let verdict =
      hasCounterexamples ? "violated (\(summaries.reduce(0) { $0 + $1.counterexamples.count }) counterexamples)" : "hold in every one"
    lines.append("\n\(summaries.count) worlds, \(states) states, \(transitions) transitions: V1–V6 \(verdict)")
    return lines.joined(separator: "\n")
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
