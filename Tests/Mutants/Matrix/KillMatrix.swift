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
    let musts = Catalogue.tests.filter { $0.requirement == .must }.map(\.id) + Catalogue.directoryTests.map(\.id)
    return musts.filter { !killers.contains($0) }
  }

  /// The page for the documentation.
  var page: String {
    var page = """
      # Which test kills which mutant

      A test that cannot fail proves nothing. So the kit is tried on plugins that are wrong: the reference plugin (`Tests/Mutants`), each time with
      one fault. Every fault must be found by the tests of its row, and by no others than the row allows; every test of what a transport *must* do
      is shown to fail by at least one of them. `make mutants` plays the tests of its row on each fault, and a build in which one is not found fails.
      `make matrix` plays the whole kit on each, and writes this page.

      | Mutant | Fault | Killed by | Found as well by |
      |---|---|---|---|

      """
    page += findings.filter { !$0.mutant.isDirectory && !$0.mutant.isExample }.map(Self.row).joined()
    page += """

      ## The rules' own examples

      Each is the reference plugin with the code in it that [the rules](transport-rules.md) show as wrong, taken from the rule's chapter
      (`Tests/Mutants/Wrong`). A test of the same rule must find it.

      | Mutant | Rule | Killed by | |
      |---|---|---|---|

      """
    page += findings.filter(\.mutant.isExample).map(Self.row).joined()
    page += """

      ## Call directories

      The mutants of `Tests/Mutants/Directories` are call directories: `hookswitch conform --directory` runs their plugins in the helper. A fault that
      the first request shows is found by one test, and the others are skipped.

      | Mutant | Fault | Killed by | Found as well by |
      |---|---|---|---|

      """
    page += findings.filter { $0.mutant.isDirectory && !$0.mutant.isExample }.map(Self.row).joined()
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

  private static func row(_ finding: Finding) -> String {
    let (own, others) = (finding.mutant.must, finding.kills.map(\.id).filter { !finding.mutant.must.contains($0) })
    return "| \(finding.mutant.name) | \(finding.mutant.fault) | \(list(own)) | \(list(others)) |\n"
  }

  private static func list(_ tests: [String]) -> String {
    // A fault that breaks everything kills half the table: a number reads better than the list.
    tests.count > 8 ? "\(tests.count) tests" : tests.map { "`\($0)`" }.joined(separator: ", ")
  }
}
