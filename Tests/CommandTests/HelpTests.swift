import Foundation
import Testing

@Suite("Help")
struct HelpTests {
  /// Returns the verbs, as the overview lists them.
  static func verbs() async throws -> [String] {
    let overview = try await BuiltCommand.run(["--help"]).output
    let lines = overview.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "VERBS"))
    return lines[(start + 1)...].prefix { !$0.isEmpty }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test("Every verb's --help shows its usage and an example, and equals `help VERB`")
  func everyVerbHasAnExample() async throws {
    let verbs = try await Self.verbs()
    #expect(verbs.contains("help"))
    for verb in verbs {
      let help = try await BuiltCommand.run([verb, "--help"])
      #expect(help.exitCode == 0, "\(verb)")
      #expect(help.complaint.isEmpty, "\(verb)")
      #expect(help.output.contains("USAGE\n  hookswitch \(verb)"), "\(verb)")
      let examples = try #require(help.output.components(separatedBy: "EXAMPLES\n").last)
      #expect(help.output.contains("EXAMPLES\n") && examples.prefix { $0 != "\n" }.contains("hookswitch"), "\(verb)")
      #expect(help.output.contains("EXIT CODES\n  0  "), "\(verb)")
      #expect(try await BuiltCommand.run(["help", verb]).output == help.output, "\(verb)")
    }
  }

  @Test("No line of help is wider than a terminal of 80 columns")
  func helpFitsATerminal() async throws {
    for arguments in try await [["--help"]] + Self.verbs().map({ [$0, "--help"] }) {
      for line in try await BuiltCommand.run(arguments).output.components(separatedBy: "\n") {
        #expect(line.count <= 80, "\(arguments): \(line)")
      }
    }
  }

  @Test("The manual in docs/command.md equals the command's own help")
  func manualIsTrue() async throws {
    let page = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../docs/command.md").standardized
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    let said = try await BuiltCommand.run(["help", "--markdown"]).output
    #expect(written == said, "make manual writes it anew")
  }

  @Test("--version prints a name and a version")
  func version() async throws {
    let outcome = try await BuiltCommand.run(["--version"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.wholeMatch(of: /hookswitch \d+\.\d+\.\d+\n/) != nil)
  }
}
