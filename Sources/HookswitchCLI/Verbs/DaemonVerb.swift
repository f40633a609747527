internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration
internal import HostDoors
internal import HostSurface
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch daemon`: the host that lives on, which every program of the machine can use.
enum DaemonVerb: Verb {
  static let syntax = VerbSyntax(
    name: "daemon", summary: "Run the host that lives on, for programs that come by its socket or D-Bus",
    discussion: """
      Starts the providers of FILE, or without a file one provider for each transport that it finds, and serves programs on a socket \
      with JSON-RPC: hookswitch api, the verbs dial, answer and so on, or any program that can write a line of JSON. It serves programs \
      of the desktop on D-Bus, as org.hookswitch.Host1. It shows calls as notifications, and rings, pauses music and keeps the \
      machine awake with the services of the desktop. It keeps the \
      history of calls, contacts, block rules and do-not-disturb in the folder DIR.

      It stays in the foreground and writes its log to standard error. There is one daemon for a socket: a second one exits with 3.

      SIGHUP has it read FILE again: a file with an error changes nothing. SIGTERM and SIGINT end it: it ends every call on the wire, \
      for at most 5 seconds, and a second signal does not wait. Under systemd it reports its readiness, its state and its watchdog.

      docs/daemon.md describes FILE, docs/socket.md the socket, docs/bus.md the bus and docs/desktop.md the desktop.
      """,
    options: [
      VerbOption("--config", value: "FILE", "Read FILE (default ~/.config/hookswitch/config.json, if it is there)."),
      VerbOption("--system", "Serve the machine: /etc/hookswitch, /run/hookswitch, /var/lib/hookswitch."),
      VerbOption("--socket", value: "PATH", "Listen at PATH (default $XDG_RUNTIME_DIR/hookswitch/host.sock)."),
      VerbOption("--no-bus", "Do not serve programs on D-Bus."),
      VerbOption("--no-desktop", "Show no notifications, and use no service of the desktop."),
      VerbOption("--state", value: "DIR", "Keep the memory in DIR (default ~/.local/state/hookswitch)."),
      VerbOption("--isolation", value: "MODE", "Run transports inside this process, or in processes of their own (default process)."),
      VerbOption("--log", value: "LEVEL", "Write log lines up to LEVEL: error, warning, info, debug or trace (default info)."),
      VerbOption("--log-format", value: "FORM", "Write log lines as text or json (default text)."),
      .transportPath,
    ],
    examples: [
      VerbExample("hookswitch daemon", "Serve this user's programs."),
      VerbExample("hookswitch daemon --config office.json --log debug", "The same with a configuration and a longer log."),
    ],
    exitCodes: [
      .success: "The daemon ended as requested.", .failure: "It could not work on, such as without a socket.",
      .usage: "The arguments or FILE are wrong; for FILE it prints the place and the reason.",
      .nothingDone: "Another daemon serves the socket already.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let isSystem = arguments.has("--system")
    let paths = try DaemonPaths.usual(isSystem: isSystem, environment: ProcessInfo.processInfo.environment)
    _ = try TransportPath.searchPath(arguments, verb: syntax.name)
    var options = DaemonOptions(isSystem: isSystem, paths: paths)
    options.config = try absolute(arguments.value("--config"))
    options.socket = try absolute(arguments.value("--socket"))
    options.hasBus = !arguments.has("--no-bus")
    options.hasDesktop = !arguments.has("--no-desktop")
    options.state = try absolute(arguments.value("--state"))
    options.folders = arguments.values("--transport-path")
    options.isolation = try arguments.word("--isolation", of: syntax)
    // The lock comes before anything else, so that a second daemon touches nothing.
    let config = try readConfig(options)
    let lock: HostLock
    do throws(DoorError) {
      lock = try HostLock(beside: options.socket ?? config.socketPath ?? paths.socket)
    } catch {
      if case .alreadyRunning = error { throw CommandError(sentence: "daemon: \(error)", exitCode: .nothingDone) }
      throw .failed("daemon: \(error)")
    }
    let log = DaemonLog()
    log.set(level: config.logLevel, topics: config.logTopics, format: config.logFormat)
    log.set(level: try arguments.word("--log", of: syntax), format: try arguments.word("--log-format", of: syntax))
    ProcessEnd.watchForForeignExit()
    let daemon = try Daemon(options, config, lock: lock, log: log)
    try DaemonSignals.start { daemon.take(.signal($0)) }
    let code = await daemon.run()
    guard let exitCode = ExitCode(rawValue: code) else { ProcessEnd.leave(code) }
    return exitCode
  }

  /// Reads the configuration of the options: the given file, or the usual one if it is there.
  static func readConfig(_ options: DaemonOptions) throws(CommandError) -> DaemonConfig {
    guard let file = options.config ?? options.paths.config, options.config != nil || access(file, F_OK) == 0 else { return DaemonConfig() }
    do throws(RunConfigError) {
      let config = try DaemonConfig.read(file: file)
      for (index, folder) in config.run.folders.enumerated() where !TransportPath.isFolder(folder) {
        throw RunConfigError(file: file, path: "$.transports[\(index)]", reason: "there is no folder \(folder)")
      }
      return config
    } catch {
      throw CommandError(sentence: "daemon: \(error)", exitCode: .usage)
    }
  }

  /// Returns a path from the root, since the daemon's folder may not be the caller's.
  private static func absolute(_ path: String?) throws(CommandError) -> String? {
    guard let path, !path.hasPrefix("/") else { return path }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { throw .failed("daemon: cannot read the present folder") }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "/" + path
  }
}

extension Arguments {
  /// The value of an option that is a word of an enumeration.
  ///
  /// - Throws: a usage error with the words.
  func word<Word: RawRepresentable & CaseIterable>(_ option: String, of syntax: VerbSyntax) throws(CommandError) -> Word?
  where Word.RawValue == String {
    guard let text = value(option) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue)
      throw .usage(
        "\(syntax.name): \(option) is \(PlainText.of(text))\(Suggestion.text(for: text, among: words)), should be "
          + words.joined(separator: ", "))
    }
    return word
  }
}
