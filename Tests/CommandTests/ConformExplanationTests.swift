import Testing

@Suite("hookswitch conform --explain and --rules")
struct ConformExplanationTests {
  @Test("--explain explains a rule and a test, without any plugin", arguments: ["HSW-R-014", "hsw-r-014", "abi.small-query"])
  func known(_ id: String) async throws {
    let outcome = try await BuiltCommand.run(["conform", "--explain", id])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("HSW-R-014 (must): Look at the query's size first"))
    #expect(outcome.output.contains("Right, in C:"))
  }

  @Test(
    "An unknown id gets the nearest known ids",
    arguments: [("action.strat", "action.start"), ("HSW-R-14", "HSW-R-014"), ("dtmf.al", "dtmf.all"), ("hsw-r-O14", "HSW-R-014")])
  func unknown(_ wrong: String, _ meant: String) async throws {
    let outcome = try await BuiltCommand.run(["conform", "--explain", wrong])
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains(meant))
  }

  @Test("--rules prints the page of rules")
  func rules() async throws {
    let outcome = try await BuiltCommand.run(["conform", "--rules"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasPrefix("# The rules of transports\n"))
    #expect(outcome.output.hasSuffix("\n") && !outcome.output.hasSuffix("\n\n"))
  }
}
