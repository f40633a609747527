import ConformanceKit

/// One row of mutants.tsv, directories.tsv or wrong.tsv: a fault, and the tests that must find it.
struct Mutant {
  /// As in the table: `m12`, `f03`, `k09`, `x01`, `d07`, `w031`.
  let name: String
  /// True while its extension is missing, so that nothing is built.
  let isAbsent: Bool
  /// The statuses that the tests of `must` may report.
  let statuses: Set<TestStatus>
  /// The tests that must find it, all of them.
  let must: [String]
  /// Patterns of the tests that may find it too.
  let may: [String]
  /// The fault in words.
  let fault: String

  /// True when only a random search finds it.
  var isForSearches: Bool { must.allSatisfy { $0.hasPrefix("fuzz.") } }

  /// True when it attacks the kit itself rather than a rule.
  var isAttack: Bool { name.hasPrefix("k") }

  /// True for an example of the rules that is wrong; only the tests of its rule judge it.
  var isExample: Bool { name.hasPrefix("w") }

  /// True for a call directory.
  var isDirectory: Bool { must.allSatisfy { $0.hasPrefix("directory.") } }

  /// The name of its library.
  var file: String {
    let stems: [Character: String] = ["m": "mut_", "f": "fault_", "k": "kit_", "x": "extra_", "d": "dir_", "w": "wrong_"]
    return (name.first.flatMap { stems[$0] } ?? "") + name.dropFirst() + ".so"
  }

  /// Returns true when that test may find it.
  func allows(_ test: String) -> Bool {
    must.contains(test) || may.contains { TestSelection(patterns: [$0]).contains(test) }
  }
}
