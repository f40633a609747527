internal import ConformanceKit

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch conform PLUGIN.so`: tests a transport against the contract.
enum ConformVerb: Verb {
  static let syntax = VerbSyntax(
    name: "conform", summary: "Test a transport against the contract, each test in a separate process",
    discussion: """
      PLUGIN is a transport's library; the command finds its manifest beside it. Every test runs in a separate process, so that a \
      crash, a hang or an early exit is a result like any other, and names the plugin function in which it happened. This command \
      itself never opens the plugin. docs/conformance.md has the details.

      The command prints every result except a plain pass, and a line that sums up: N passed, N failed, N skipped. Failures come at the \
      end, first causes first, each with its rule, its function and the command that repeats it. Warnings count as \
      passed. Tests that the kit does not have yet are listed as not yet present, and never counted.

      `conform fuzz PLUGIN` makes random sequences of calls and random configurations, on hosts with restrictions, until the plugin \
      crashes, hangs or breaks a rule, or --duration is over. It shortens a finding to a small script, which --replay plays again.

      `conform --directory FILE` tests a call directory: order, changes, tokens, settings, and its conduct when the host refuses an entry \
      or gives up. --config, --test, --skip, --list, --tap, --junit, --json and --markdown work with it. docs/conformance.md names the tests.

      The file hookswitch-conform.json, beside PLUGIN or in the current folder, may set the level and the configuration, and waive \
      tests with a reason and an expiry date.
      """,
    operands: [
      VerbOperand("fuzz", .optional, "Search for failures instead of running the tests."),
      VerbOperand("PLUGIN", .optional, "The transport's library (.so). Only --list, --explain and --rules work without it."),
    ],
    options: ConformOptions.all,
    examples: [
      VerbExample("hookswitch conform build/libLoopback.so", "Run all tests, and print the failures."),
      VerbExample(
        "hookswitch conform my.so --level call -j 2 --junit report.xml", "In CI: run all tests about calls, two at once, with a report."),
      VerbExample(
        "hookswitch conform my.so --test 'action.*' --seed 7 --in-process", "Run one group again, in this process, for a debugger."),
      VerbExample("hookswitch conform my.so --isolation process", "Run the plugin in a process of its own, as hookswitch run does."),
      VerbExample("hookswitch conform fuzz my.so --duration 5m -j 2", "Search for a failure for five minutes, two processes at once."),
      VerbExample("hookswitch conform fuzz my.so --replay fuzz-7-12.json", "Play a finding of a search again."),
      VerbExample("hookswitch conform --directory spam.so --config spam.json", "Test a call directory with its settings."),
      VerbExample("hookswitch conform --list --level core", "List the tests of a level."),
      VerbExample("hookswitch conform --explain action.exactly-once", "Explain the rules of a test, and how to keep them."),
    ],
    exitCodes: [
      .success: "All tests passed; some may have warned or been skipped.",
      .failure: "A test failed, crashed or took too long.",
      .usage: "The arguments are wrong, or a file is unreadable or malformed; nothing ran.",
      .nothingDone: "No test ran, or none of a group of --require, or the kit had a fault: the run proves nothing about the plugin.",
      .ownFailure: "The kit cannot work here: a peer, a program or a file is missing. That is neither the plugin's fault nor a pass.",
      .incomplete: "The run was stopped, by SIGINT or SIGTERM, and is incomplete; all processes of the tests have ended.",
      .interrupted: "A search or a replay of fuzz was stopped.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    if let id = arguments.value("--explain") { return try ConformExplanation.print(id, console: console) }
    if arguments.has("--rules") { return ConformExplanation.printRules(console: console) }
    if arguments.has("--list") { return try ConformList(console: console).print(arguments) }
    if let file = arguments.value(ConformDirectory.option) {
      return try ConformDirectory(file: file, arguments: arguments, console: console).run()
    }
    let isFuzz = arguments.operands.first == ConformFuzz.word
    let files = arguments.operands.dropFirst(isFuzz ? 1 : 0)
    guard let plugin = files.first else { throw .usage("conform: PLUGIN is missing; see hookswitch conform --help") }
    guard files.count == 1 else {
      throw .usage("conform: \(files.dropFirst().joined(separator: " ")) is one argument too many; see hookswitch conform --help")
    }
    if isFuzz { return try ConformFuzz(plugin: plugin, arguments: arguments, console: console).run() }
    if let option = ConformFuzz.ownOptions.first(where: arguments.has) {
      throw .usage("conform: \(option) works only with fuzz: hookswitch conform fuzz PLUGIN \(option) …")
    }
    do throws(ConformanceError) {
      let project = try ProjectFile.find(for: plugin, today: CalendarDay.today)
      let settings = try ConformOptions.settings(arguments, project)
      return try run(plugin, Supervisor(path: plugin, settings: settings), arguments, console)
    } catch {
      throw CommandError(sentence: "conform: \(error)", exitCode: ExitCode(error.kind))
    }
  }

  private static func run(
    _ plugin: String, _ supervisor: Supervisor, _ arguments: Arguments, _ console: Console
  ) throws(ConformanceError) -> ExitCode {
    let interruption = try Interruption()
    // Not once: timeout(1) sends its signal to the command and then to the command's group, and the report must come all the same.
    SignalPipe.hand(to: interruption.handlerDescriptor, isOnce: false)
    if supervisor.settings.jobs > 1, !supervisor.mayRunBesideItself {
      console.complain(
        "hookswitch: conform: tests run one at a time: the plugin has its own clock, and --config no ports for each test (conform.ports)")
    }
    let files = ConformFiles(arguments)
    do throws(CommandError) {
      // A command that is killed leaves these.
      try files.writeBeforehand(supervisor.unfinished)
    } catch {
      throw ConformanceError(.kit, error.sentence)
    }
    let text = ConformPrinter(plugin: plugin, console: console, count: supervisor.count)
    let done = try supervisor.run(until: interruption) { text.tell($0) }
    text.close(done.report)
    do throws(CommandError) {
      try files.write(done)
    } catch {
      throw ConformanceError(.kit, error.sentence)
    }
    return ExitCode(rawValue: done.report.exitCode) ?? .ownFailure
  }
}

extension ExitCode {
  /// The exit code for a run that cannot begin or continue.
  init(_ kind: ConformanceError.Kind) {
    switch kind {
    case .usage: self = .usage
    case .kit: self = .ownFailure
    case .fault: self = .nothingDone
    }
  }
}
