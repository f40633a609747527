import ConformanceKit

/// The table of tests and the mutants they kill.
struct KillMatrix {
  var findings: [Finding] = []
  /// The mutants that cannot be built yet.
  var absent: [Mutant] = []
  /// The mutants that are hosts, runners and proxies; the unit tests try the rows on them.
  var hosts: [HostMutant] = []

  /// The tests of a requirement that no mutant makes fail.
  var decoration: [String] {
    let killers = Set(findings.filter { !$0.mutant.isAttack }.flatMap(\.mutant.must))
    return Catalogue.tests.filter { $0.requirement == .must && !killers.contains($0.id) }.map(\.id)
  }

  /// The page for the documentation.
  var page: String {
    var page = """
      # Which test kills which mutant

      A test that cannot fail proves nothing. So the kit is tried on plugins that are wrong: the reference plugin (`Tests/Mutants`), each time with
      one fault. Every fault must be found by the tests of its row, and by no others than the row allows; every test of what a transport *must* do
      is shown to fail by at least one of them. `make mutants` runs all of it, `make matrix` writes this page as well; a build in which it does not hold fails.

      | Mutant | Fault | Killed by | Found as well by |
      |---|---|---|---|

      """
    for finding in findings {
      let (own, others) = (finding.mutant.must, finding.kills.map(\.id).filter { !finding.mutant.must.contains($0) })
      page += "| \(finding.mutant.name) | \(finding.mutant.fault) | \(Self.list(own)) | \(Self.list(others)) |\n"
    }
    if !hosts.isEmpty {
      page += """

        ## Hosts, runners and proxies

        The rows of the group `iso` judge the host. Their mutants are this project's own host, its runner or a proxy between both, with one fault that
        only tests can put in (`HostFlaw`, `RunnerFlaw`, `DistortedHost`). The unit tests try each row on its mutants: `HostMutantTests`, `LeakTests` and
        `IsolatedRunTests`.

        | Mutant | Fault | Killed by |
        |---|---|---|

        """
      for mutant in hosts { page += "| \(mutant.name) | \(mutant.fault) | \(Self.list(mutant.rows)) |\n" }
    }
    if !absent.isEmpty {
      page += "\n## Not yet\n\n"
      for mutant in absent { page += "- \(mutant.name): \(mutant.fault) (\(Self.list(mutant.must)))\n" }
    }
    return page
  }

  private static func list(_ tests: [String]) -> String {
    // A fault that breaks everything kills half the table: a number reads better than the list.
    tests.count > 8 ? "\(tests.count) tests" : tests.map { "`\($0)`" }.joined(separator: ", ")
  }
}
