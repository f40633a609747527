/// The page of the documentation about the mutants, from their tables.
struct KillMatrixPage {
  let table: MutantTable

  /// The page for the documentation.
  var text: String {
    let present = table.mutants.filter { !$0.isAbsent }
    let absent = table.mutants.filter(\.isAbsent)
    var page = """
      # Which test kills which mutant

      A test that cannot fail proves nothing. So the kit is tried on plugins that are wrong: the reference plugin (`Tests/Mutants`), each time with
      one fault. Every fault must be found by the tests of its row, and by no others than the row allows; every test of what a transport *must* do
      is shown to fail by at least one of them. `make mutants` plays the tests of its row on each fault, and a build in which one is not found fails.
      `make matrix` plays the whole kit on each, which takes hours. The tables of `Tests/Mutants` are the source of this page; `make mutants`
      compares it with them, and `make matrix-page` writes it.

      | Mutant | Fault | Killed by | May be found by as well |
      |---|---|---|---|

      """
    page += present.filter { !$0.isDirectory && !$0.isExample }.map(Self.row).joined()
    page += """

      ## The rules' own examples

      Each is the reference plugin with the code in it that [the rules](transport-rules.md) show as wrong, taken from the rule's chapter
      (`Tests/Mutants/Wrong`). A test of the same rule must find it.

      | Mutant | Rule | Killed by | May be found by as well |
      |---|---|---|---|

      """
    page += present.filter(\.isExample).map(Self.row).joined()
    page += """

      ## Call directories

      The mutants of `Tests/Mutants/Directories` are call directories: `hookswitch conform --directory` runs their plugins in the helper. A fault that
      the first request shows is found by one test, and the others are skipped.

      | Mutant | Fault | Killed by | May be found by as well |
      |---|---|---|---|

      """
    page += present.filter { $0.isDirectory && !$0.isExample }.map(Self.row).joined()
    if !table.hosts.isEmpty {
      page += """

        ## Hosts, runners and proxies

        The rows of the group `iso` judge the host. Their mutants are this project's own host, its runner or a proxy between both, with one fault that
        only tests can put in (`HostFlaw`, `RunnerFlaw`, `DistortedHost`). The unit tests try each row on its mutants: `HostMutantTests`, `LeakTests` and
        `IsolatedRunTests`.

        | Mutant | Fault | Killed by |
        |---|---|---|

        """
      for mutant in table.hosts { page += "| \(mutant.name) | \(mutant.fault) | \(Self.list(mutant.rows)) |\n" }
    }
    if !absent.isEmpty {
      page += "\n## Not yet\n\n"
      for mutant in absent { page += "- \(mutant.name): \(mutant.fault) (\(Self.list(mutant.must)))\n" }
    }
    return page
  }

  private static func row(_ mutant: Mutant) -> String {
    let others = mutant.may == ["*"] ? "any" : list(mutant.may)
    return "| \(mutant.name) | \(mutant.fault) | \(list(mutant.must)) | \(others) |\n"
  }

  private static func list(_ tests: [String]) -> String {
    // A fault that breaks everything kills half the table: a number reads better than the list.
    tests.count > 8 ? "\(tests.count) tests" : tests.map { "`\($0)`" }.joined(separator: ", ")
  }
}
