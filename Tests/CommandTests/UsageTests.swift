import Foundation
import Testing

@Suite("Wrong arguments")
struct UsageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    /// A part of the sentence.
    var names: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let cases = [
    Case(arguments: ["nonsense"], names: "unknown verb nonsense"),
    Case(arguments: ["hlep"], names: "did you mean help?"),
    Case(arguments: ["--verison"], names: "did you mean --version?"),
    Case(arguments: [""], names: "unknown verb"),
    Case(arguments: ["help", "nonsense"], names: "unknown verb nonsense"),
    Case(arguments: ["help", "help", "help"], names: "help is one argument too many"),
    Case(arguments: ["help", "--wrong"], names: "unknown option --wrong"),
    Case(arguments: ["help", "--markdwon"], names: "did you mean --markdown?"),
    Case(arguments: ["help", "--markdown=yes"], names: "--markdown takes no value"),
    Case(arguments: ["help", "--markdown", "--markdown"], names: "given twice"),
    Case(arguments: ["help", "--markdown", "help"], names: "leave help out"),
    Case(arguments: ["help", "--", "--help"], names: "unknown option --help"),
  ]

  @Test("Wrong arguments get one sentence on standard error and exit code 2", arguments: cases)
  func oneSentence(_ wrong: Case) async throws {
    let outcome = try await BuiltCommand.run(wrong.arguments)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.hasPrefix("hookswitch: "))
    #expect(outcome.complaint.contains(wrong.names))
    #expect(outcome.complaint.filter { $0 == "\n" }.count == 1)
  }

  @Test("Without arguments the command prints its usage, on standard error, with exit code 2")
  func noArguments() async throws {
    let outcome = try await BuiltCommand.run([])
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint == (try await BuiltCommand.run(["--help"]).output))
  }

  @Test("--help wins over any other error")
  func helpWins() async throws {
    let outcome = try await BuiltCommand.run(["help", "--wrong", "a", "b", "--help"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaint.isEmpty)
  }
}
