#if HOOKSWITCH_SOUND
  internal import Dispatch
  internal import HookswitchConsole
  internal import HostConfiguration
  internal import StrictJSON

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// `hookswitch console`: the web console beside the daemon.
  enum ConsoleVerb: Verb {
    static let syntax = VerbSyntax(
      name: "console", summary: "Show the calls of the running daemon in a browser",
      discussion: """
        Without ACTION it serves the console until SIGINT or SIGTERM: a page with the calls, what each request will do and why one was \
        refused, ladders, the history, providers and audio. It is a client of the daemon's socket and may stop and start at any time.

        open prints a link that opens a session for one person, once, within 60 seconds. The session lasts 12 hours. close ends the \
        sessions with the numbers SESSION, or all.

        An address that other machines reach needs --certificate and --key. Behind a reverse proxy, listen at unix:PATH with the proxy's \
        public name as --name; with --trust-proxy its header X-Remote-User names a person of the daemon's configuration. docs/console.md \
        has the roles and the measures against strangers.
        """,
      operands: [
        VerbOperand("ACTION", .optional, words: ["open", "close"], "open or close; none serves the console."),
        VerbOperand("SESSION", .any, "For close: the numbers of sessions; none is all."),
      ],
      options: [
        VerbOption("--listen", value: "ADDRESS", "Listen at ADDRESS:PORT or unix:PATH (default \(ConsoleAddress.usual))."),
        VerbOption("--certificate", value: "FILE", "Serve HTTPS with the certificate of this PEM file."),
        VerbOption("--key", value: "FILE", "The PEM file with the certificate's key."),
        VerbOption("--name", value: "HOST", repeats: true, "A further name of this console in the address line of browsers."),
        VerbOption("--trust-proxy", "Believe the header X-Remote-User of the proxy on the Unix socket."),
        VerbOption("--until-eof", "End when standard input ends, as it does with the program that started the console."),
        VerbOption("--as", value: "NAME", "For open: the person's name, for journal and history (default operator)."),
        VerbOption("--role", value: "ROLE", "For open: viewer, operator, supervisor or admin (default operator)."),
        VerbOption("--line", value: "LINE", repeats: true, "For open: a line of the person, also with * at the end (default all)."),
        VerbOption("--url", value: "URL", "For open: the address of the console (default http://\(ConsoleAddress.usual)/)."),
        VerbOption("--socket", value: "PATH", "Speak with the daemon at PATH."), .json,
      ],
      examples: [
        VerbExample("hookswitch console", "Serve the console at http://\(ConsoleAddress.usual)/."),
        VerbExample("hookswitch console open --as anna --line 'agent-*'", "Print a link for an operator of some lines."),
        VerbExample("hookswitch console close", "End all sessions."),
      ], exitCodes: ClientFailure.exitCodes)

    private static let forServing = ["--listen", "--certificate", "--key", "--name", "--trust-proxy", "--until-eof"]
    private static let forOpening = ["--as", "--role", "--line", "--url"]

    static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
      switch arguments.operands.first {
      case nil:
        try refuse(forOpening + ["--json"], arguments, with: "serving the console")
        return try serve(arguments, console)
      case "open":
        try refuse(forServing, arguments, with: "open")
        guard arguments.operands.count == 1 else { throw .usage("console: open takes no SESSION") }
        return try open(arguments, console)
      case "close":
        try refuse(forServing + forOpening, arguments, with: "close")
        return try close(arguments, console)
      case let word?:
        throw .usage("console: there is no action \(word)\(Suggestion.text(for: word, among: ["open", "close"])): open or close")
      }
    }

    private static func refuse(_ options: [String], _ arguments: Arguments, with action: String) throws(CommandError) {
      if let option = options.first(where: { arguments.has($0) }) { throw .usage("console: \(option) does not go with \(action)") }
    }

    private static func serve(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
      let server: ConsoleServer
      do throws(ConsoleError) {
        var settings = ConsoleSettings(
          try ConsoleAddress(arguments.value("--listen") ?? ConsoleAddress.usual), daemon: DaemonClient.path(arguments))
        switch (arguments.value("--certificate"), arguments.value("--key")) {
        case (let file?, let key?): settings.certificate = (file, key)
        case (nil, nil): break
        case (_?, nil), (nil, _?): throw ConsoleError("--certificate and --key go together")
        }
        settings.names = arguments.values("--name")
        settings.version = hookswitchVersion
        settings.trustsProxy = arguments.has("--trust-proxy")
        server = try ConsoleServer(settings)
      } catch {
        throw .usage("console: \(error)")
      }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw .failed("console: cannot create a pipe: \(String(cString: strerror(errno)))") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // The signal handler may not block.
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      SignalPipe.hand(to: ends[1], isOnce: true)
      signal(SIGPIPE, SIG_IGN)
      if arguments.has("--until-eof") { endWithInput(by: ends[1]) }
      console.print("The console is at \(server.url); hookswitch console open prints a link to it.")
      server.run(until: ends[0])
      return .success
    }

    /// Writes a byte to a pipe once standard input has ended.
    private static func endWithInput(by descriptor: Int32) {
      DispatchQueue(label: "hookswitch.console.input").async {
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
          let count = read(STDIN_FILENO, &bytes, bytes.count)
          if count > 0 || (count < 0 && errno == EINTR) { continue }
          break
        }
        var byte: UInt8 = 0
        _ = write(descriptor, &byte, 1)
      }
    }

    private static func open(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
      let url = arguments.value("--url") ?? "http://\(ConsoleAddress.usual)/"
      guard url.hasPrefix("http://") || url.hasPrefix("https://"), !url.contains("#") else {
        throw .usage("console: \(url) is no address of a console: write http:// or https:// before it, and nothing behind #")
      }
      let lines = arguments.values("--line")
      let client = try DaemonClient(arguments, verb: syntax.name)
      let answer = try client.call(
        named: "session.invite",
        .object(of: [
          "actor": .string(arguments.value("--as") ?? "operator"), "role": .string(arguments.value("--role") ?? "operator"),
          "lines": lines.isEmpty ? nil : .strings(lines),
        ]))
      let link = "\(url.hasSuffix("/") ? url : url + "/")#code=\(answer["code"]?.string ?? "")"
      console.print(arguments.has("--json") ? JSONValue.object(of: ["url": .string(link), "expires": answer["expires"]]).text : link)
      return .success
    }

    private static func close(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
      var numbers: [Int] = []
      for word in arguments.operands.dropFirst() {
        guard let number = Int(word), number > 0 else { throw .usage("console: \(word) is no number of a session") }
        numbers.append(number)
      }
      let client = try DaemonClient(arguments, verb: syntax.name)
      if numbers.isEmpty {
        numbers = (try client.call(named: "session.list", .object([]))["sessions"]?.array ?? []).compactMap { $0["session"]?.integer }
      }
      for number in numbers { _ = try client.call(named: "session.close", .object(of: ["session": .integer(number)])) }
      console.print(
        arguments.has("--json") ? JSONValue.object(of: ["closed": .integer(numbers.count)]).text : "\(numbers.count) sessions are closed")
      return .success
    }
  }
#endif
