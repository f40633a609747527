internal import FoundationEssentials
internal import Hookswitch
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch run`: a host in the foreground.
enum RunVerb: Verb {
  static let syntax = VerbSyntax(
    name: "run", summary: "Run a host in the foreground: place and take calls by typing, or by a script",
    discussion: """
      Starts the providers that FILE names, or without --config one for each transport that is found, named by the last part of its \
      id: org.hookswitch.loopback is loopback. Events are printed as they happen. Commands are typed, piped in, or given as \
      arguments, each argument one command line; then standard input is not read. The command help lists them all.

      In a pipe and as arguments commands run one after another, each done before the next, and the first that is refused or fails \
      ends the run. Where a person types they run side by side, and errors end nothing. A command that names no call means the \
      newest that fits. A HANDLE without a scheme is of the provider's first kind.

      Incoming calls ring on the line main unless FILE says otherwise; with --auto-answer each comes on a line of its own, so that \
      none is in another's way.

      At the end of input, at quit, and at SIGINT or SIGTERM every call is ended first, for at most 5 seconds; a second signal does \
      not wait. A run that a signal ended exits with 130 (SIGINT) or 143 (SIGTERM).

      docs/run.md describes FILE and the lines of --json.
      """,
    operands: [VerbOperand("COMMAND", .any, "A command line, such as 'dial loopback 5550100'.")],
    options: [
      VerbOption("--config", value: "FILE", "Take transports, providers and policy from FILE, a JSON file."),
      VerbOption("--auto-answer", "Answer every incoming call."),
      VerbOption("--json", "Print one JSON object a line for each event and for each command's answer."),
      VerbOption("--journal", value: "FILE", "Write all that is decided to FILE, for hookswitch replay and trace."),
      .transportPath,
    ],
    examples: [
      VerbExample("hookswitch run", "Type commands; help lists them."),
      VerbExample(
        "printf 'dial loopback 5550100\\nwait active\\nhold\\nend\\n' | hookswitch run",
        "Let a script place a call, hold it and end it."),
      VerbExample("hookswitch run 'dial loopback 5550100' 'wait active' end", "The same with arguments."),
    ],
    exitCodes: [
      .success: "It ran until it was told to leave, and every command of a script was done.",
      .failure: "A command of a script was refused or failed, or there is no transport.",
      .usage: "The arguments are wrong, or FILE is; then its place and the reason are printed.",
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
    let setup = ProviderSetup(config: config, usualLine: answersCalls ? .each : .main)
    ProcessEnd.watchForForeignExit()
    let providers = try setup.prepare(catalog) { console.complain("hookswitch: run: \($0)") }
    ProcessEnd.watchForForeignExit()

    var hostSettings = HostSettings()
    hostSettings.policy = config.policy
    hostSettings.blocked = config.blocked
    let numbers = config.numbers ?? .usual(environment: ProcessInfo.processInfo.environment)
    numbers?.apply(to: &hostSettings)
    if let emergencies = config.emergencyNumbers { hostSettings.policy.emergencyNumbers = emergencies }
    if let path = arguments.value("--journal") { hostSettings.journals = [try JournalOption.open(path, verb: syntax.name)] }
    let isScript = !arguments.operands.isEmpty
    let settings = RunSettings(isInteractive: console.isInteractive && !isScript, answersCalls: answersCalls)
    // Whoever types wants to hear; a script says so.
    #if HOOKSWITCH_SOUND
      hostSettings.audio = (config.audio ?? RunAudio(device: settings.isInteractive ? .default : .null)).settings(in: numbers?.country)
    #endif
    let host = CallHost(settings: hostSettings)

    let isJSON = arguments.has("--json")
    let prompts = settings.isInteractive && !isJSON && isatty(STDOUT_FILENO) == 1
    let machine = RunMachine(providers.map { $0.shown(in: config.file) }, settings: settings, at: host.clock.now)
    var session = RunSession(
      inbox: inbox, providers: providers, driver: HostDriver(host: host, machine: machine, deliver: deliver),
      printer: RunPrinter(console: console, isJSON: isJSON, prompts: prompts, numbers: numbers))
    for command in arguments.operands { deliver(.line(command)) }
    if isScript { deliver(.endOfInput) }
    try InputThread.start(readsLines: !isScript, deliver)
    let code = await session.run()
    // A signal's code is none of the three that all verbs share.
    guard let exitCode = ExitCode(rawValue: code) else { ProcessEnd.leave(code) }
    return exitCode
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
