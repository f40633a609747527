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

  @Test("An unknown id gets the nearest known ids")
  func unknown() async throws {
    let outcome = try await BuiltCommand.run(["conform", "--explain", "action.strat"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("action.start"))
  }

  @Test("--rules prints the page of rules")
  func rules() async throws {
    let outcome = try await BuiltCommand.run(["conform", "--rules"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasPrefix("# The rules of transports\n"))
    #expect(outcome.output.hasSuffix("\n") && !outcome.output.hasSuffix("\n\n"))
  }
}
