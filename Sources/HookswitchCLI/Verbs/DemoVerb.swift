#if HOOKSWITCH_SOUND
  internal import HostConfiguration
  internal import Hookswitch
  internal import TransportLoader

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// `hookswitch demo`: tells a story that shows the rules at work on the transports that are found.
  enum DemoVerb: Verb {
    static let syntax = VerbSyntax(
      name: "demo", summary: "Show calls of several transports on one line, and the rules between them",
      discussion: """
        Loads the transports that it finds, places and takes calls on them, holds, swaps, merges and splits calls, lets a deadline \
        pass and kills a transport's process. It prints a timeline with the rules at work. Time is real; only deadlines are shorter than \
        usual.

        The story has parts. A transport can play a part if its manifest has the member x-demo: {"answers": NUMBER} for a small \
        part; with calls-back (busy, calls back a second later) and speaks (answers and speaks), or with deaf-to-hold (never \
        completes a hold) and echoes (sends back what it hears) for a leading part. The SIP transport calls SIPp, if that is \
        installed.

        The demo merges calls of two transports and records them: FILE of --recording is a WAV of two channels. It uses no sound \
        device.

        With --web the story also runs in a browser: the demo prints a link, good once, to a web console at 127.0.0.1, begins when the \
        page is open or after a minute, and goes on slowly enough to look at the page. Its socket and its memory lie in a temporary \
        folder, which it removes at the end.
        """,
      options: [
        VerbOption("--fast", "Do not pause for a reader. Without --web, output to a pipe never pauses."),
        VerbOption("--recording", value: "FILE", "Record the merged calls to FILE, which must not exist (default hookswitch-demo.wav)."),
        VerbOption("--journal", value: "FILE", "Write all events and decisions to FILE, for hookswitch replay and trace."),
        VerbOption("--web", "Show the calls of the story in a browser too, in the web console."),
        VerbOption("--open", "With --web: open the link in the browser of the desktop."),
        .transportPath,
      ],
      examples: [
        VerbExample("hookswitch demo", "Show the demo."),
        VerbExample("hookswitch demo --web --open", "Show it in a browser too."),
        VerbExample("hookswitch demo --journal demo.journal", "Keep a journal, to draw it with hookswitch trace demo.journal."),
      ],
      exitCodes: [
        .success: "Every step went as planned.",
        .failure: "A step went wrong, and its name is printed; or a part has no transport.",
        .usage: "The arguments are wrong, or FILE cannot be written.",
      ])

    /// The time for which the story waits until its page is open.
    private static let patience = Duration.seconds(60)

    static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
      if arguments.has("--open"), !arguments.has("--web") { throw .usage("demo: --open goes with --web") }
      var catalog = TransportCatalog(searching: try TransportPath.searchPath(arguments, verb: syntax.name))
      catalog.meet(console.firstContact())
      var offers = catalog.usable.compactMap { candidate in candidate.manifestFile.flatMap { DemoOffer(manifest: $0) } }
      let hasSIP = catalog.usable(id: DemoSIPp.transport) != nil
      let sipp = hasSIP ? DemoSIPp() : nil
      defer { sipp?.stop() }
      if let sipp { offers.append(sipp.offer("swift")) }
      let cast = try DemoCast(offers)
      let loaded = try load(cast, catalog, console)

      let recording = arguments.value("--recording") ?? Self.recording
      if recording == Self.recording { unlink(recording) }
      var settings = HostSettings()
      settings.audio = AudioSettings { $0 == .main ? NullDevice() : nil }
      settings.policy.deadlines[.setHeld] = .seconds(1)
      if let path = arguments.value("--journal") { settings.journals = [try JournalOption.open(path, verb: syntax.name)] }
      let web = arguments.has("--web") ? try DemoWeb() : nil
      defer { web?.end() }
      web?.prepare(&settings)
      let host = CallHost(settings: settings)
      let (inputs, continuation) = AsyncStream.makeStream(of: RunInput.self)
      let deliver: @Sendable (RunInput) -> Void = { continuation.yield($0) }
      let known = loaded.map { RunProvider(id: ProviderID(rawValue: $0.name), kinds: $1.descriptor.handleKinds) }
      let machine = RunMachine(known, settings: RunSettings(isInteractive: true), at: host.clock.now)
      let driver = HostDriver(host: host, machine: machine, deliver: deliver)
      try InputThread.start(readsLines: false, deliver)

      try web?.start(host)
      let providers = try add(loaded, to: host)
      let timeline = DemoTimeline(console: console, lanes: cast.players.map { ProviderID(rawValue: $0.name) }, columns: columns)
      var session = DemoSession(
        driver: driver, inputs: inputs.makeAsyncIterator(), providers: providers, timeline: timeline, pace: pace(arguments))
      let kills = loaded.contains { $0.0.role == .far && $0.1.isIsolated }
      timeline.opening(cast, absent: hasSIP && sipp == nil ? DemoSIPp.absence : nil)
      if let web {
        timeline.page(web.link, waits: session.pace == .page, isOpened: arguments.has("--open") && web.openBrowser())
      }
      timeline.heads()
      let failure = await play(&session, DemoPlaybook(DemoStory.chapters, cast, recording: recording, kills: kills), web)
      await driver.close()
      web?.end()
      switch failure {
      case nil: break
      case .interrupted(let code):
        sipp?.stop()
        ProcessEnd.leave(code)
      case .step(let chapter, let step, let outcome):
        throw .failed("demo: \(chapter): \(step): did not go as planned: \(outcome)")
      }
      timeline.closing(
        session.callCount, session.secondsPlayed, recording: recording, journal: arguments.value("--journal"),
        transportPath: arguments.values("--transport-path"))
      return .success
    }

    /// The default file for the recording, which only the demo writes, so the demo may replace it.
    private static let recording = "hookswitch-demo.wav"

    /// The width of the terminal at standard output; nil without a terminal.
    private static var columns: Int? {
      var size = winsize()
      return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    private static func pace(_ arguments: Arguments) -> DemoPace {
      if arguments.has("--fast") { return .none }
      return arguments.has("--web") ? .page : isatty(STDOUT_FILENO) == 1 ? .terminal : .none
    }

    private static func play(_ session: inout DemoSession, _ book: DemoPlaybook, _ web: DemoWeb?) async -> DemoFailure? {
      do throws(DemoFailure) {
        if let web, session.pace == .page { try await session.waitForReader(within: patience) { web.isWatched } }
        try await session.play(book)
        try await session.finish()
        return nil
      } catch {
        return error
      }
    }

    /// Loads the players' transports, each for a process of its own where there can be one.
    private static func load(
      _ cast: DemoCast, _ catalog: TransportCatalog, _ console: Console
    ) throws(CommandError) -> [(DemoCast.Player, LoadedTransport)] {
      let (table, contact) = (RunnerTable(), console.firstContact())
      var loaded: [(DemoCast.Player, LoadedTransport)] = []
      var remarks = ProviderRemarks()
      for player in cast.players {
        guard let candidate = catalog.usable(id: player.offer.id) else { continue }
        // The part that dies shares its process with no other.
        let wish = RunnerTable.Wish(
          player.name, IsolationChoice(usual: ProviderSetup.usualIsolation), share: player.role == .far ? .each : .together)
        do throws(RunnerTable.Failure) {
          let (transport, warning) = try table.load(candidate, wish, contact: contact)
          if let warning { remarks.add(warning, about: player.name) }
          loaded.append((player, transport))
        } catch {
          let sentence = "demo: \(player.offer.id): \(error)"
          if case .refused(let refusal) = error, refusal.holdsLinker { throw .stuck(sentence) }
          throw .failed(sentence)
        }
      }
      for line in remarks.lines { console.complain("hookswitch: demo: \(line)") }
      return loaded
    }

    private static func add(
      _ loaded: [(DemoCast.Player, LoadedTransport)], to host: CallHost
    ) throws(CommandError) -> [DemoRole: DemoProvider] {
      var providers: [DemoRole: DemoProvider] = [:]
      for (player, transport) in loaded {
        do throws(HostError) {
          let provider = try DemoProvider(player.name, transport, configuration: player.offer.configuration, host: host)
          providers[player.role] = providers[player.role] ?? provider
        } catch {
          throw .failed("demo: \(player.offer.id): \(error)")
        }
      }
      return providers
    }
  }
#endif
