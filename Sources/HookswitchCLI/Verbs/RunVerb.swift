internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch run`: runs a host in the foreground.
enum RunVerb: Verb {
  static let syntax = VerbSyntax(
    name: "run", summary: "Run a host in the foreground: place and take calls by commands or a script",
    discussion: """
      Starts the providers of FILE, or without --config one provider for each transport that it finds, named by the last part of its \
      id: org.hookswitch.loopback is loopback. It prints events as they happen. Type commands, pipe them in, or give them as \
      arguments, each argument one command line; with arguments it does not read standard input. The command help lists all \
      commands.

      In a pipe and as arguments, commands run one after another, each to its end before the next, and the first that is refused or \
      fails ends the run. At a terminal they run concurrently, and errors do not end the run. A command without a call takes the \
      newest suitable one. A HANDLE without a scheme is of the provider's first kind.

      Incoming calls ring on the line main unless FILE names another; with --auto-answer each call has its own line, so that no call \
      blocks another.

      At the end of input, at quit, and at SIGINT or SIGTERM it first ends every call, for at most 5 seconds; a second signal does \
      not wait. A run that a signal ended exits with 130 (SIGINT) or 143 (SIGTERM).

      docs/run.md describes FILE and the output of --json.
      """,
    operands: [VerbOperand("COMMAND", .any, "A command line, such as 'dial loopback 5550100'.")],
    options: [
      VerbOption("--config", value: "FILE", "Read transports, providers and policy from the JSON file FILE."),
      VerbOption("--auto-answer", "Answer every incoming call."),
      VerbOption(
        "--isolation", value: "MODE",
        "Run transports inside this process, or each shared object in a process of its own (default process); MODE is inside or process."),
      VerbOption("--json", "Print each event and each command's answer as a JSON object on a line."),
      VerbOption("--journal", value: "FILE", "Write all events and decisions to FILE, for hookswitch replay and trace."),
      .transportPath,
    ],
    examples: [
      VerbExample("hookswitch run", "Type commands; help lists them."),
      VerbExample(
        "printf 'dial loopback 5550100\\nwait active\\nhold\\nend\\n' | hookswitch run",
        "Place a call from a script, hold it and end it."),
      VerbExample("hookswitch run 'dial loopback 5550100' 'wait active' end", "The same with arguments."),
    ],
    exitCodes: [
      .success: "The run ended as requested, and every command of a script was done.",
      .failure: "A command of a script was refused or failed, there is no transport, or one hangs while it is loaded.",
      .usage: "The arguments or FILE are wrong; for FILE it prints the place and the reason.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let config = try readConfig(arguments)
    var folders = arguments.values("--transport-path")
    _ = try TransportPath.searchPath(arguments, verb: syntax.name)
    folders += config.folders
    var catalog = TransportCatalog(searching: .standard(options: folders), pins: config.pins)
    catalog.meet(console.firstContact())
    for case .refused(let refusal) in catalog.candidates.map(\.status) where refusal.kind == .quarantined {
      console.complain("hookswitch: run: \(refusal)")
    }

    let inbox = RunInbox()
    let deliver: @Sendable (RunInput) -> Void = { inbox.put($0) }
    let answersCalls = arguments.has("--auto-answer")
    let setup = ProviderSetup(
      config: config, usualLine: answersCalls ? .each : .main, hostVersion: hookswitchVersion, isolation: try isolation(arguments))
    ProcessEnd.watchForForeignExit()
    ProcessEnd.endAtOnceOnSignals()
    let providers: [PreparedProvider]
    do throws(ProviderSetupError) {
      providers = try setup.prepare(catalog) { console.complain("hookswitch: run: \($0)") }
    } catch {
      throw CommandError(error)
    }
    ProcessEnd.watchForForeignExit()

    var hostSettings = HostSettings()
    let numbers = config.numbers ?? .usual(environment: ProcessInfo.processInfo.environment)
    config.apply(to: &hostSettings, numbers: numbers)
    if let path = arguments.value("--journal") { hostSettings.journals = [try JournalOption.open(path, verb: syntax.name)] }
    let isScript = !arguments.operands.isEmpty
    let settings = RunSettings(isInteractive: console.isInteractive && !isScript, answersCalls: answersCalls)
    // By default a person hears the calls, and a script does not.
    #if HOOKSWITCH_SOUND
      hostSettings.audio = (config.audio ?? RunAudio(device: settings.isInteractive ? .default : .null)).settings(in: numbers?.country)
    #endif
    let host = CallHost(settings: hostSettings)

    let isJSON = arguments.has("--json")
    let prompts = settings.isInteractive && !isJSON && isatty(STDOUT_FILENO) == 1
    let machine = RunMachine(providers.map { RunProvider($0, in: config.file) }, settings: settings, at: host.clock.now)
    var session = RunSession(
      inbox: inbox, providers: providers, driver: HostDriver(host: host, machine: machine, deliver: deliver),
      printer: RunPrinter(console: console, isJSON: isJSON, prompts: prompts, numbers: numbers))
    for command in arguments.operands { deliver(.line(command)) }
    if isScript { deliver(.endOfInput) }
    try InputThread.start(readsLines: !isScript, deliver)
    let code = await session.run()
    // A signal's exit code is not one of `ExitCode`.
    guard let exitCode = ExitCode(rawValue: code) else { ProcessEnd.leave(code) }
    return exitCode
  }

  private static func isolation(_ arguments: Arguments) throws(CommandError) -> IsolationMode? {
    guard let word = arguments.value("--isolation") else { return nil }
    guard let mode = IsolationMode(rawValue: word) else {
      let words = IsolationMode.allCases.map(\.rawValue)
      throw CommandError(
        sentence: "run: --isolation is \(PlainText.of(word))\(Suggestion.text(for: word, among: words)), should be "
          + words.joined(separator: " or "), exitCode: .usage)
    }
    return mode
  }

  private static func readConfig(_ arguments: Arguments) throws(CommandError) -> RunConfig {
    guard let file = arguments.value("--config") else { return RunConfig() }
    do throws(RunConfigError) {
      let config = try RunConfigReader.read(file: file)
      for (index, folder) in config.folders.enumerated() where !TransportPath.isFolder(folder) {
        throw RunConfigError(file: file, path: "$.transports[\(index)]", reason: "there is no folder \(folder)")
      }
      return config
    } catch {
      throw CommandError(sentence: "run: \(error)", exitCode: .usage)
    }
  }
}
