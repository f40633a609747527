internal import CHookswitch
internal import Glibc
internal import Hookswitch
internal import HostConfiguration
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import Synchronization
internal import TransportLoader

#if HOOKSWITCH_SOUND
  internal import MediaStreams
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A host as a C program has it: the Swift host, the queue of its events, and the program's own providers and screeners.
final class EmbeddedHost: Sendable {
  /// The stages of a host's life.
  private enum Stage: Sendable {
    case running
    case closing
    case closed
  }

  let host: CallHost
  let queue: EventQueue
  let clock: EmbeddedClock?
  /// The program's own providers by name, and their actions.
  let providers = OwnProviders()
  /// The questions to the program's screeners.
  let questions = ScreenQuestions()
  #if HOOKSWITCH_SOUND
    /// The recordings that the program began.
    let recordings = OwnRecordings()
    /// The streams to other programs.
    let streams: MediaStreams
  #endif
  let hasManualAudio: Bool
  /// The audio settings in force; nil when the host carries no audio.
  let audio: Locked<RunAudio?>
  /// The country of the host's number plan.
  let country: String?
  /// The folder that relative paths of a configuration are relative to, with a slash at its end; empty for the working folder.
  let folder: String
  private let setup: Locked<ProviderSetup>
  private let folders: [String]
  private let numbers = Atomic<Int64>(0)
  private let stage = Locked(Stage.running)
  private let listener = Locked<DirectListener?>(nil)
  private let watcher = Locked<LineAudioWatcher?>(nil)
  private let door = Locked<(any ServiceSession)?>(nil)
  private let taker = EventTaker()

  /// The variables that name the region of the numbers.
  ///
  /// `getenv` reads each: a program that has called `clearenv` has no `environ`.
  private static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in LocalNumbers.variables { variables[name] = getenv(name).map { String(cString: $0) } }
    return variables
  }

  /// Makes the host of some options; it has a handle and no provider yet.
  init(_ options: HostOptions) throws(EmbeddingError) {
    guard let queue = EventQueue(limit: options.eventLimit, listening: options.listening) else {
      throw EmbeddingError(HK_E_IO, "cannot make the descriptor of the events: the process has reached its limit of file descriptors")
    }
    let config = options.config
    var settings = HostSettings()
    let numbers = config?.numbers ?? .usual(environment: Self.environment)
    (config ?? RunConfig()).apply(to: &settings, numbers: numbers)
    settings.isolation = config?.isolation?.mode ?? .inside
    #if HOOKSWITCH_SOUND
      settings.audio = config?.audio?.settings(in: numbers?.country)
      hasManualAudio = config?.audio?.hasManualClock == true && settings.audio != nil
    #else
      hasManualAudio = false
    #endif
    let clock: any HostClock = options.clock?.clock ?? SystemHostClock.shared
    if let journal = options.journal { settings.journals = [try Self.journal(journal, clock)] }
    host = CallHost(clock: clock, settings: settings)
    #if HOOKSWITCH_SOUND
      streams = MediaStreams(host)
    #endif
    self.queue = queue
    self.clock = options.clock
    audio = Locked(config?.audio)
    country = numbers?.country
    folder = options.folder
    folders = options.transportFolders + (config?.folders ?? [])
    setup = Locked(
      ProviderSetup(config: config ?? RunConfig(), usualLine: .main, hostVersion: Library.version, usualIsolation: .inside))
    listen()
  }

  private static func journal(_ path: String, _ clock: any HostClock) throws(EmbeddingError) -> JournalFile {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw EmbeddingError(HK_E_EXISTS, "the journal \(path) is there already; name a new file") }
    do throws(JournalFileError) {
      return try JournalFile(path: path, clock: clock)
    } catch {
      throw EmbeddingError(HK_E_IO, error.description)
    }
  }

  private func listen() {
    let host = host
    let turns = TurnEvents { [weak host] call in
      guard let host, let found = host.call(call) else { return nil }
      return (found, host.snapshot(of: found.line).front)
    }
    let queue = queue
    let listener = DirectListener(
      host, turn: { queue.put(turns.events(of: $0, for: queue.listensTo)) },
      event: { if let event = turns.event(of: $0, for: queue.listensTo) { queue.put(event) } })
    self.listener.withLock { $0 = listener }
    let clock = host.clock
    let watcher = LineAudioWatcher { line in
      guard queue.listensTo.contains(.lineAudio) else { return }
      var event = QueuedEvent(HK_EVENT_LINE_AUDIO, at: clock.now)
      event.set(line: line)
      queue.put(event)
    }
    host.core.audioStates.add(watcher)
    self.watcher.withLock { $0 = watcher }
  }

  // MARK: Events

  /// Takes the next event, if there is one; only in `HostPlaces.taking`.
  func next() -> UnsafePointer<hk_event>? {
    taker.next(of: queue) { host.clock.now }
  }

  /// Takes the next event, for which it waits; only in `HostPlaces.taking`.
  func next(waiting milliseconds: Int32) -> UnsafePointer<hk_event>? {
    taker.next(of: queue, waiting: milliseconds) { host.clock.now }
  }

  /// The number of the next request, attachment or stream.
  func nextNumber() -> Int64 { numbers.add(1, ordering: .relaxed).newValue }

  // MARK: Life

  /// Refuses requests of a host that shuts down.
  func refuseWhenClosing() throws(EmbeddingError) {
    guard stage.withLock({ $0 == .running }) else { throw .wrongState("the host is shut down") }
  }

  /// Ends all calls and retires the providers.
  ///
  /// - Parameter milliseconds: the longest wait; 0 only begins the end.
  func shutdown(milliseconds: UInt32) throws(EmbeddingError) {
    let isFirst = stage.withLock { stage in
      defer { if stage == .running { stage = .closing } }
      return stage == .running
    }
    guard isFirst else { throw .wrongState("the host is shut down already") }
    guard milliseconds > 0 else {
      Task { await end(within: .seconds(5)) }
      return
    }
    guard waitFor({ await self.end(within: .milliseconds(Int64(milliseconds))) }) else {
      throw EmbeddingError(HK_E_TIMEOUT, "a call was still up after \(milliseconds) ms, and was given up")
    }
  }

  @discardableResult
  private func end(within limit: Duration) async -> Bool {
    let hasEnded = await host.shutdown(within: limit)
    #if HOOKSWITCH_SOUND
      streams.close()
    #endif
    stage.withLock { $0 = .closed }
    door.withLock { $0?.close() }
    questions.giveUpAll()
    queue.close(with: QueuedEvent(HK_EVENT_CLOSED, at: host.clock.now))
    return hasEnded
  }

  /// Takes the host's handle away, retires the providers without waiting, and closes the descriptor.
  ///
  /// A thread that takes events keeps the host, as a function of `hk_dispatch` does whose event it has. Afterwards no thread takes events.
  func free(_ handle: OpaquePointer?) throws(EmbeddingError) {
    try Library.remove(handle)
    stage.withLock { $0 = .closed }
    listener.withLock { $0?.stop(host) }
    watcher.withLock { if let watcher = $0 { host.core.audioStates.remove(watcher) } }
    #if HOOKSWITCH_SOUND
      streams.close()
    #endif
    door.withLock { $0?.close() }
    questions.giveUpAll()
    for provider in host.providers { host.provider(provider.id)?.invalidate() }
    providers.removeAll()
    queue.abandon()
  }

  // MARK: Transports

  /// Finds, loads and adds the transports of the configuration.
  func addConfiguredProviders() throws(EmbeddingError) {
    guard setup.withLock({ $0.config.accounts != nil }) else { return }
    try add(with: setup.withLock { $0 }, from: catalog())
  }

  /// Finds, loads and adds one transport.
  func addTransport(_ name: String, _ transport: String, configuration: String, line: LineID?) throws(EmbeddingError) {
    guard host.provider(ProviderID(rawValue: name)) == nil else {
      throw EmbeddingError(HK_E_EXISTS, "there is a provider \"\(name)\" already; choose another name")
    }
    var setup = setup.withLock { $0 }
    var account = RunConfig.Account(path: "$", name: name, transport: transport)
    (account.line, account.settings) = (line, configuration)
    setup.config.accounts = [account]
    func isWanted(_ candidate: TransportCandidate) -> Bool { ProviderSetup.isTransport(transport, candidate) }
    let catalog = host.core.knownTransports.catalog(
      searching: .standard(options: folders), pins: setup.config.pins, meeting: .standard(), isWanted: isWanted)
    guard catalog.candidates.contains(where: isWanted) else {
      throw .notFound(
        "found no transport \"\(transport)\"; name its folder in transport_path or HOOKSWITCH_TRANSPORT_PATH, and look with hk_transports")
    }
    try add(with: setup, from: catalog)
  }

  private func add(with setup: ProviderSetup, from catalog: TransportCatalog) throws(EmbeddingError) {
    do throws(ProviderSetupError) {
      let prepared = try setup.prepare(catalog) { [host] sentence in host.core.note("", "isolation", sentence) }
      for provider in prepared {
        #if HOOKSWITCH_SOUND
          streams.answer(callsOf: provider.id, with: provider.account.stream)
        #endif
        do throws(HostError) { try provider.add(to: host) } catch { throw ProviderSetupError(kind: .noTransport, sentence: "\(error)") }
      }
    } catch {
      throw EmbeddingError(HK_E_REFUSED, error.sentence)
    }
  }

  /// Returns the transports that are found.
  func catalog() -> TransportCatalog {
    var catalog = TransportCatalog(searching: .standard(options: folders), pins: setup.withLock { $0.config.pins })
    catalog.meet(.standard())
    return catalog
  }

  // MARK: The surface

  /// Asks for a method of the surface; `answer` receives its result as JSON.
  func invoke(
    _ method: String, _ parameters: JSONValue?, answer: @escaping @Sendable (Result<String, MethodError>) -> Void
  ) {
    session.perform(method, parameters) { answer($0.answer.map(\.text)) }
  }

  /// Returns the answer to a method that answers at once.
  func invokeAtOnce(_ method: String, _ parameters: JSONValue? = nil) throws(EmbeddingError) -> String {
    let answer = Locked<Result<String, MethodError>?>(nil)
    invoke(method, parameters) { result in answer.withLock { $0 = result } }
    switch answer.withLock({ $0 }) {
    case .success(let text)?: return text
    case .failure(let error)?: throw EmbeddingError(error)
    case nil: throw .wrongState("\(method) has no answer yet")
    }
  }

  /// The session of the program at the host's service, which begins with the first use.
  private var session: any ServiceSession {
    door.withLock { door in
      if let door { return door }
      let service = HostService(host, ServiceSettings(version: Library.version, owner: geteuid()))
      // The program pulls its events from the queue, so that there is nothing to wake it for.
      let session = service.open(Peer(.text, uid: geteuid())) {}
      door = session
      return session
    }
  }
}

/// Learns of changes of lines' audio.
final class LineAudioWatcher: AudioWatcher {
  private let body: @Sendable (LineID) -> Void

  init(_ body: @escaping @Sendable (LineID) -> Void) {
    self.body = body
  }

  func audioChanged(_ line: LineID) { body(line) }
}

extension EmbeddingError {
  /// The error of a method of the surface.
  init(_ error: MethodError) {
    self.init(StatusNames.status(of: error), error.message)
  }
}

extension StatusNames {
  /// Returns the status of a method's error.
  static func status(of error: MethodError) -> hk_status {
    if let status = status(named: error.code) { return status }
    return switch ErrorWord(rawValue: error.code) {
    case .unknownMethod, .notFound: HK_E_NOT_FOUND
    case .parse, .invalidRequest, .invalid, .ambiguous: HK_E_INVALID
    case .exists, .keyReused: HK_E_EXISTS
    case .notPermitted: HK_E_UNENTITLED
    case .tooLarge, .tooMany, .tooFast: HK_E_LIMIT
    case .deadline: HK_E_TIMEOUT
    case .rejected: HK_E_REFUSED
    case .wrongState, .unavailable, .internal, nil: HK_E_STATE
    }
  }
}
