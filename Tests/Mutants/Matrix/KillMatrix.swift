import ConformanceKit

/// The mutants that were tried, with the tests that found them.
struct KillMatrix {
  var findings: [Finding] = []

  /// The tests of a requirement that no mutant makes fail.
  var decoration: [String] {
    let killers = Set(findings.filter { !$0.mutant.isAttack }.flatMap(\.mutant.must))
    let musts = Catalogue.tests.filter { $0.requirement == .must }.map(\.id) + Catalogue.directoryTests.map(\.id)
    return musts.filter { !killers.contains($0) }
  }
}
