internal import Hookswitch
internal import TransportLoader

/// Finds and loads the transports that a configuration needs; without one, all that are found.
struct ProviderSetup {
  var config: RunConfig
  /// The line of providers without one in the configuration.
  var usualLine: LineID

  /// Loads the transports of all providers.
  ///
  /// - Parameter complain: receives a sentence for each transport that is left out.
  /// - Throws: an error in the configuration, that there is no transport, or that one hangs and holds the dynamic linker's lock.
  func prepare(_ catalog: TransportCatalog, complain: (String) -> Void) throws(CommandError) -> [PreparedProvider] {
    var prepared: [PreparedProvider] = []
    if let accounts = config.accounts {
      var loaded: [String: LoadedTransport] = [:]
      for account in accounts { prepared.append(try provider(account, catalog, &loaded)) }
      return prepared
    }
    for candidate in catalog.usable {
      do throws(TransportRefusal) {
        let transport = try LoadedTransport(candidate)
        let id = transport.descriptor.id
        var account = RunConfig.Account(path: "", name: Self.lastPart(id), transport: id)
        if prepared.contains(where: { $0.id.rawValue == account.name }) { account.name = id }
        prepared.append(make(account, transport))
      } catch {
        if error.holdsLinker { throw stuck(candidate, error) }
        complain("\(candidate.id ?? candidate.file) is left out: \(error)")
      }
    }
    guard !prepared.isEmpty else {
      throw .failed("run: found no usable transport; hookswitch transports lists what was found and where")
    }
    return prepared
  }

  /// The last component of an id: `loopback` of `org.hookswitch.loopback`.
  static func lastPart(_ id: String) -> String { id.split(separator: ".").last.map(String.init) ?? id }

  private func provider(
    _ account: RunConfig.Account, _ catalog: TransportCatalog, _ loaded: inout [String: LoadedTransport]
  ) throws(CommandError) -> PreparedProvider {
    func wrong(_ reason: String) -> CommandError {
      CommandError(sentence: "run: \(config.wrong(account, "transport", reason))", exitCode: .usage)
    }
    guard
      let candidate = catalog.usable.first(where: { $0.id == account.transport })
        ?? catalog.usable.first(where: { $0.id.map(Self.lastPart) == account.transport })
    else {
      if let refused = catalog.candidates.first(where: { $0.id == account.transport || $0.id.map(Self.lastPart) == account.transport }) {
        throw wrong(refused.line)
      }
      let names = catalog.usable.compactMap(\.id)
      let there = names.isEmpty ? "none was found" : "found were \(names.joined(separator: ", "))"
      throw wrong(
        "found no transport \"\(account.transport)\"\(Suggestion.text(for: account.transport, among: names)); \(there)")
    }
    do throws(TransportRefusal) {
      if let transport = loaded[candidate.file] { return make(account, transport) }
      let transport = try LoadedTransport(candidate)
      loaded[candidate.file] = transport
      return make(account, transport)
    } catch {
      if error.holdsLinker { throw stuck(candidate, error) }
      throw wrong("\(error)")
    }
  }

  /// The error that ends the run: the transports loaded before could hang in any use of the dynamic linker.
  private func stuck(_ candidate: TransportCandidate, _ refusal: TransportRefusal) -> CommandError {
    .stuck("run: cannot load \(candidate.id ?? candidate.file): \(refusal); use a --config without it to leave it out")
  }

  private func make(_ account: RunConfig.Account, _ transport: LoadedTransport) -> PreparedProvider {
    PreparedProvider(account: account, transport: transport, line: account.line ?? usualLine)
  }
}

/// A provider to add to a host: its transport's code is loaded, but no instance runs.
struct PreparedProvider: Sendable {
  var account: RunConfig.Account
  var transport: LoadedTransport
  var line: LineID

  var id: ProviderID { ProviderID(rawValue: account.name) }

  /// The provider as the machine knows it.
  func shown(in file: String) -> RunProvider {
    RunProvider(id: id, kinds: transport.descriptor.handleKinds, settings: account.settingsPath.map { "\(file): \($0)" })
  }

  /// Adds the provider to a host, which starts its instance.
  func add(to host: CallHost) throws(HostError) {
    var settings = TransportSettings()
    settings.hostVersion = hookswitchVersion
    // Log errors and warnings.
    settings.logLevel = 2
    let provider = try host.addProvider(id, transport: transport, configuration: account.settings, line: line, settings: settings)
    guard account.differsFromTransport else { return }
    var configuration = provider.configuration
    if let maximum = account.maximumCallGroups { configuration.maximumCallGroups = maximum }
    if let maximum = account.maximumCallsPerCallGroup { configuration.maximumCallsPerCallGroup = maximum }
    if let numbers = account.emergencyNumbers { configuration.emergencyNumbers = numbers }
    configuration.deadlines = account.deadlines
    provider.configuration = configuration
  }
}
