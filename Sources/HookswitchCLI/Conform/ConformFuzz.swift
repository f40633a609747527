internal import ConformanceKit
internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch conform fuzz PLUGIN.so`: searches for failing scripts, and plays a script again.
struct ConformFuzz {
  /// The first operand, which selects the fuzzer.
  static let word = "fuzz"
  /// The options that only the fuzzer takes.
  static let ownOptions = ["--duration", "--replay", "--output"]
  /// The options that the fuzzer shares with the tests.
  private static let sharedOptions = ["--config", "--seed", "-j", "--peer-cmd", "--wrap", "--in-process", "--backtrace"]

  let plugin: String
  let arguments: Arguments
  let console: Console

  func run() throws(CommandError) -> ExitCode {
    let known = Set(Self.ownOptions + Self.sharedOptions)
    if let odd = ConformOptions.all.first(where: { arguments.has($0.name) && !known.contains($0.name) }) {
      throw .usage("conform: \(odd.name) cannot be used with fuzz; see hookswitch conform --help")
    }
    do throws(ConformanceError) {
      let settings = try ConformOptions.settings(arguments, try ProjectFile.find(for: plugin, today: CalendarDay.today))
      let interruption = try Interruption()
      SignalPipe.hand(to: interruption.handlerDescriptor, isOnce: false)
      let fuzzer = try Fuzzer(path: plugin, settings: settings)
      if let file = arguments.value("--replay") { return try replay(file, fuzzer, interruption) }
      return try search(fuzzer, settings, interruption)
    } catch {
      throw CommandError(sentence: "conform: \(error)", exitCode: ExitCode(error.kind))
    }
  }

  private func replay(_ file: String, _ fuzzer: Fuzzer, _ interruption: Interruption) throws(ConformanceError) -> ExitCode {
    for option in ["--duration", "--output"] where arguments.has(option) {
      throw ConformanceError(.usage, "\(option) is for a search, not for --replay: leave out one of them")
    }
    guard let outcome = try fuzzer.replay(file, until: interruption) else { return .interrupted }
    if let entry = text.entry(outcome, again: again(file)) {
      console.print(entry)
    } else {
      console.print("\(file): \(console.styled("breaks no rule", .green))")
    }
    return outcome.status.isFailure ? .failure : .success
  }

  private func search(
    _ fuzzer: Fuzzer, _ settings: ConformanceSettings, _ interruption: Interruption
  ) throws(ConformanceError) -> ExitCode {
    if settings.isInProcess {
      throw ConformanceError(.usage, "--in-process works only with --replay: a search needs separate processes, to survive a crash")
    }
    let duration = try Self.duration(arguments.value("--duration") ?? "60s")
    let showsProgress = console.isColoured && isatty(STDERR_FILENO) == 1
    let begin = ContinuousClock.now
    let console = console
    let report = try fuzzer.search(for: duration, until: interruption) { scripts in
      if showsProgress { console.overwrite("\((ContinuousClock.now - begin).components.seconds) s, \(scripts) scripts") }
    }
    if showsProgress { console.overwrite("") }
    if let finding = report.finding { try say(finding, seed: report.seed) }
    console.print(report.summary)
    return ExitCode(rawValue: report.exitCode) ?? .ownFailure
  }

  private func say(_ finding: FuzzFinding, seed: UInt64) throws(ConformanceError) {
    let file = arguments.value("--output") ?? "fuzz-\(seed)-\(finding.number).json"
    do {
      try OutputFile.write(String(finding.script.dropLast()), to: file)
    } catch {
      throw ConformanceError(.kit, error.sentence)
    }
    let again = finding.failsAlone ? again(file) : "hookswitch conform fuzz \(plugin) --seed \(seed)"
    if let entry = text.entry(finding.outcome, again: again) { console.print(entry) }
    console.print(
      finding.failsAlone
        ? "\(file): \(Self.steps(finding.steps)), cut down from \(finding.stepsFound) in \(finding.tries) tries"
        : "\(file): \(Self.steps(finding.steps)), which fail only after others in the same process")
  }

  private static func steps(_ count: Int) -> String { count == 1 ? "1 step" : "\(count) steps" }

  private func again(_ file: String) -> String { "hookswitch conform fuzz \(plugin) --replay \(file)" }

  private var text: ConsoleText {
    ConsoleText(plugin: plugin) { word, emphasis in console.styled(word, ConformPrinter.style(emphasis)) }
  }

  /// Reads a time such as `90`, `90s`, `5m` or `2h`.
  static func duration(_ text: String) throws(ConformanceError) -> Duration {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), (1...1_000_000).contains(number) else {
      throw ConformanceError(.usage, "--duration \(text): should be a time such as 60s, 5m or 2h")
    }
    return .seconds(number * (unit ?? 1))
  }
}
