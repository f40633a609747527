internal import ConformanceKit
internal import HostConfiguration

/// The options of `hookswitch conform`, and the settings that they make.
enum ConformOptions {
  static let all = [
    VerbOption(
      "--directory", value: "FILE",
      "Test FILE as a call directory: a plugin (.so), or a program that writes records. It runs in hookswitch-helper's process, as in a host."
    ),
    VerbOption(
      "--config", value: "FILE",
      "The plugin's configuration (default: the plugin's own defaults). With --directory: its settings, also as a JSON object instead of FILE."
    ),
    VerbOption(
      "--level", value: "LEVEL", "The amount of tests: core, call, media, full (default) or soak. Each has all tests of the one before."),
    VerbOption("--test", value: "GLOB", repeats: true, "Run only tests of this name; * matches anything."),
    VerbOption("--skip", value: "GLOB", repeats: true, "Skip tests of this name."),
    VerbOption("--transport", value: "ID", "Test only this transport, of a plugin that has several."),
    VerbOption("--require", value: "GROUPS", repeats: true, "Groups, separated by commas; a test of each must have run."),
    VerbOption("--seed", value: "N", "The seed of every random choice of the tests; reports name it."),
    VerbOption("--repeat", value: "N", "Run each test N times, with other seeds after the first."),
    VerbOption("--shuffle", "Run the tests in an order that the seed decides."),
    VerbOption("-j", value: "N", "Run N tests at once (default 1)."),
    VerbOption("--in-process", "Run the tests in this process, one after the other, for a debugger. A crash then ends the run."),
    VerbOption(
      "--isolation", value: "PLACE",
      "The place of the plugin: apart from the test that judges it (default), inside its process, or in a process as hookswitch run has it."
    ),
    VerbOption("--wrap", value: "CMD", "Run each test's process under this command, such as 'valgrind -q', with 20 times the time."),
    VerbOption("--peer-cmd", value: "CMD", "The command that plays the far end; docs/conformance-peer.md describes it."),
    VerbOption("--tap", value: "FILE", "Write the result as TAP 14."),
    VerbOption("--junit", value: "FILE", "Write the result as JUnit's XML."),
    VerbOption(
      "--json", value: "FILE", valueIsOptional: true,
      "Write the result as JSON (docs/conform-report.schema.json). With --list and without FILE: print the list as JSON."),
    VerbOption("--markdown", value: "FILE", "Write the result as a table in Markdown."),
    VerbOption("--trace", value: "FILE", "Write every function call in both directions, for a trace viewer (Perfetto)."),
    VerbOption(
      "--duration", value: "TIME", "With fuzz: search for this long, such as 60s (default), 5m or 2h, or until something is found."),
    VerbOption("--replay", value: "FILE", "With fuzz: play the script in FILE once, instead of searching."),
    VerbOption("--output", value: "FILE", "With fuzz: the file for a script that fails (default fuzz-SEED-NUMBER.json)."),
    VerbOption("--backtrace", "Let a Swift plugin that crashes print its backtrace, which takes seconds."),
    VerbOption("--list", "List the tests instead of running them."),
    VerbOption("--explain", value: "ID", "Explain a test (action.start) or a rule (HSW-R-014), instead of running any."),
    VerbOption("--rules", "Print all rules, as Markdown (docs/transport-rules.md), instead of running any test."),
  ]

  /// Makes the settings from the arguments and the project file; the arguments take precedence.
  static func settings(_ arguments: Arguments, _ project: ProjectFile) throws(ConformanceError) -> ConformanceSettings {
    var settings = ConformanceSettings()
    settings.selection = try selection(arguments, project)
    settings.transport = arguments.value("--transport")
    settings.requiredGroups = project.require + arguments.values("--require").flatMap { $0.split(separator: ",").map(String.init) }
    settings.seed = try number("--seed", arguments, in: 0...UInt64.max) ?? settings.seed
    settings.repetitions = try number("--repeat", arguments, in: 1...100_000) ?? 1
    settings.isShuffled = arguments.has("--shuffle")
    settings.jobs = try number("-j", arguments, in: 1...256) ?? 1
    settings.isInProcess = arguments.has("--in-process")
    settings.isolation = try isolation(arguments)
    settings.wrapper = (arguments.value("--wrap") ?? "").split(separator: " ").map(String.init)
    settings.configFile = arguments.value("--config") ?? project.config
    settings.peerCommand = arguments.value("--peer-cmd")
    settings.showsBacktraces = arguments.has("--backtrace")
    settings.isTraced = arguments.has("--trace")
    settings.waivers = project.waivers
    if arguments.has("--json"), arguments.value("--json") == nil {
      throw ConformanceError(.usage, "--json needs a FILE for the result")
    }
    settings.timeScale = try TimeScale.fromEnvironment()
    if settings.isInProcess, !settings.wrapper.isEmpty {
      throw ConformanceError(.usage, "--in-process starts no process for --wrap: leave out one of them")
    }
    return settings
  }

  private static func isolation(_ arguments: Arguments) throws(ConformanceError) -> PluginIsolation {
    guard let word = arguments.value("--isolation") else { return .apart }
    guard let place = PluginIsolation(rawValue: word) else {
      throw ConformanceError(.usage, "--isolation \(word): should be \(PluginIsolation.allCases.map(\.rawValue).joined(separator: " or "))")
    }
    return place
  }

  /// Makes the selection of tests from the arguments and the project file.
  static func selection(_ arguments: Arguments, _ project: ProjectFile) throws(ConformanceError) -> TestSelection {
    let level = try arguments.value("--level").map { word throws(ConformanceError) in
      guard let level = ConformanceLevel(rawValue: word) else {
        let names = ConformanceLevel.allCases.map(\.rawValue)
        throw ConformanceError(
          .usage,
          "--level \(word): unknown level\(Suggestion.text(for: word, among: names)); the levels are \(names.joined(separator: ", "))")
      }
      return level
    }
    let patterns = arguments.values("--test")
    return TestSelection(
      level: level ?? (patterns.isEmpty ? project.level : nil), patterns: patterns, skipped: project.skip + arguments.values("--skip"))
  }

  private static func number<Number: FixedWidthInteger>(
    _ option: String, _ arguments: Arguments, in range: ClosedRange<Number>
  ) throws(ConformanceError) -> Number? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw ConformanceError(.usage, "\(option) \(text): should be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
