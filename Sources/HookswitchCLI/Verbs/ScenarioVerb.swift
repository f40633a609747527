internal import Hookswitch
internal import HostConfiguration
internal import ScenarioKit

/// `hookswitch scenario FILE…`: runs stories about calls under a virtual clock.
enum ScenarioVerb: Verb {
  static let syntax = VerbSyntax(
    name: "scenario", summary: "Run scenario files under a virtual clock, and print TAP",
    discussion: """
      A scenario is a story about calls, as JSON: scripted providers, steps, and expectations; docs/scenarios.md describes the \
      format. The command loads no transport, and no real time passes.

      The command reads all files before it runs the first: when one of them is not a scenario, it runs none. The results are TAP \
      14; a failure has the place in the file, the expected and the actual value, and the journal up to there.
      """,
    operands: [VerbOperand("FILE", .oneOrMore, "A scenario file; - is standard input.")],
    options: [
      VerbOption(
        "--journal", value: "FILE",
        "Write all events and decisions to FILE, for replay and trace; several stories follow one another.")
    ],
    examples: [
      VerbExample("hookswitch scenario Tests/Scenarios/answering/*.json", "Run all stories about answering."),
      VerbExample("hookswitch scenario my-policy.json | tappy", "Pipe the results to a program that reads TAP."),
    ],
    exitCodes: [
      .success: "All scenarios passed.",
      .failure: "A scenario failed.",
      .usage: "The arguments are wrong, or a file is unreadable or not a scenario; nothing ran.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    guard let scenarios = try read(arguments.operands, console) else { return .usage }
    let journal = try arguments.value("--journal").map { file throws(CommandError) in try JournalOfStories(file) }
    let report = TAPReport()
    console.print(report.head(scenarios.count))
    var exitCode = ExitCode.success
    for (index, scenario) in scenarios.enumerated() {
      let result = ScenarioRunner().run(scenario)
      if result.failure != nil { exitCode = .failure }
      console.print(report.line(index + 1, result))
      try journal?.write(result.records)
    }
    return exitCode
  }

  /// Reads all files; reports each that is not a scenario, and then returns nil.
  private static func read(_ files: [String], _ console: Console) throws(CommandError) -> [Scenario]? {
    var scenarios: [Scenario] = []
    for file in files {
      let bytes: [UInt8]
      do { bytes = try InputFile.beginning(of: file, limit: ScenarioFile.largestSize) } catch { throw .badFile(error) }
      do throws(ScenarioFileError) {
        scenarios.append(try ScenarioFile.read(bytes, named: file == "-" ? "standard input" : file))
      } catch {
        console.complain("hookswitch: \(error)")
      }
    }
    return scenarios.count == files.count ? scenarios : nil
  }
}

/// The file of `--journal`, on the virtual clock of the stories.
private struct JournalOfStories {
  private let file: JournalFile

  init(_ path: String) throws(CommandError) {
    do throws(JournalFileError) {
      file = try JournalFile(path: path, clock: VirtualClock())
    } catch {
      throw CommandError(sentence: "scenario: \(error.description)", exitCode: .usage)
    }
  }

  func write(_ records: [JournalRecord]) throws(CommandError) {
    file.write(records)
    if let failure = file.failure { throw .failed(failure.description) }
  }
}
