package import Hookswitch
package import TransportLoader

/// A provider of a configuration that cannot be made.
package struct ProviderSetupError: Error, Equatable, Sendable {
  /// The kind of error.
  package enum Kind: Sendable {
    /// The configuration is wrong.
    case configuration
    /// No transport is there.
    case noTransport
    /// A transport hangs and holds the dynamic linker's lock, so that other work of the process may never continue.
    case holdsLinker
  }

  /// The kind of error.
  package var kind: Kind
  /// The fault, its place and the advice.
  package var sentence: String

  package init(kind: Kind, sentence: String) {
    (self.kind, self.sentence) = (kind, sentence)
  }
}

/// Finds and loads the transports that a configuration needs; without one, all that are found.
package struct ProviderSetup: Sendable {
  /// The place of transports of the command and the daemon for which neither the operator nor a manifest names one.
  package static let usualIsolation = IsolationMode.process

  package var config: RunConfig
  /// The line of providers without one in the configuration.
  package var usualLine: LineID
  /// The operator's choice, such as the value of `--isolation`.
  package var isolation: IsolationMode?
  /// The place of transports for which neither the operator, the configuration nor a manifest names one.
  package var usualIsolation: IsolationMode
  /// The version that transports learn of the host.
  package var hostVersion: String
  /// The first contact, with the helper that runs transports in processes of their own.
  package var contact: FirstContact
  private let table = RunnerTable()

  package init(
    config: RunConfig, usualLine: LineID, hostVersion: String, isolation: IsolationMode? = nil,
    usualIsolation: IsolationMode = Self.usualIsolation, contact: FirstContact = .standard()
  ) {
    (self.config, self.usualLine, self.isolation, self.contact) = (config, usualLine, isolation, contact)
    (self.hostVersion, self.usualIsolation) = (hostVersion, usualIsolation)
  }

  /// Loads the transports of all providers.
  ///
  /// - Parameter complain: receives a sentence for each transport that is left out, or that runs elsewhere than requested.
  /// - Throws: an error in the configuration, that there is no transport, or that one hangs and holds the dynamic linker's lock.
  package func prepare(_ catalog: TransportCatalog, complain: (String) -> Void) throws(ProviderSetupError) -> [PreparedProvider] {
    var prepared: [PreparedProvider] = []
    var remarks = ProviderRemarks()
    defer { for line in remarks.lines { complain(line) } }
    if let accounts = config.accounts {
      // Thousands of accounts have a few transports.
      var candidates: [String: TransportCandidate] = [:]
      for account in accounts {
        let candidate = candidates[account.transport] ?? Self.candidate(account.transport, in: catalog)
        candidates[account.transport] = candidate
        prepared.append(try provider(account, candidate, catalog, &remarks))
      }
      return prepared
    }
    for candidate in catalog.usable {
      let id = candidate.id ?? candidate.file
      var account = RunConfig.Account(path: "", name: Self.lastPart(id), transport: id)
      if prepared.contains(where: { $0.id.rawValue == account.name }) { account.name = id }
      do throws(RunnerTable.Failure) {
        prepared.append(try make(account, candidate, &remarks))
      } catch {
        if case .refused(let refusal) = error, refusal.holdsLinker { throw stuck(candidate, refusal) }
        complain("\(id) is left out: \(error)")
      }
    }
    guard !prepared.isEmpty else {
      throw ProviderSetupError(
        kind: .noTransport, sentence: "found no usable transport; hookswitch transports lists what was found and where")
    }
    return prepared
  }

  /// The last component of an id: `loopback` of `org.hookswitch.loopback`.
  package static func lastPart(_ id: String) -> String { id.split(separator: ".").last.map(String.init) ?? id }

  /// True for a transport with an id, or with one that ends with it.
  package static func isTransport(_ name: String, _ candidate: TransportCandidate) -> Bool {
    candidate.id == name || candidate.id.map(lastPart) == name
  }

  /// Returns the usable transport with an id, or with one that ends with it.
  private static func candidate(_ name: String, in catalog: TransportCatalog) -> TransportCandidate? {
    let usable = catalog.usable
    return usable.first { $0.id == name } ?? usable.first { $0.id.map(lastPart) == name }
  }

  private func provider(
    _ account: RunConfig.Account, _ candidate: TransportCandidate?, _ catalog: TransportCatalog, _ remarks: inout ProviderRemarks
  ) throws(ProviderSetupError) -> PreparedProvider {
    func wrong(_ reason: String, at member: String = "transport") -> ProviderSetupError {
      ProviderSetupError(kind: .configuration, sentence: "\(config.wrong(account, member, reason))")
    }
    guard let candidate else {
      if let refused = catalog.candidates.first(where: { Self.isTransport(account.transport, $0) }) {
        throw wrong(refused.line)
      }
      let names = catalog.usable.compactMap(\.id)
      let there = names.isEmpty ? "none was found" : "found were \(names.joined(separator: ", "))"
      throw wrong(
        "found no transport \"\(account.transport)\"\(Suggestion.text(for: account.transport, among: names)); \(there)")
    }
    do throws(RunnerTable.Failure) {
      return try make(account, candidate, &remarks)
    } catch {
      switch error {
      case .refused(let refusal):
        if refusal.holdsLinker { throw stuck(candidate, refusal) }
        throw wrong("\(refusal)")
      case .conflict(let conflict): throw wrong(conflict.sentence, at: conflict.member.rawValue)
      }
    }
  }

  /// The error that ends the program: the transports loaded before could hang in any use of the dynamic linker.
  private func stuck(_ candidate: TransportCandidate, _ refusal: TransportRefusal) -> ProviderSetupError {
    ProviderSetupError(
      kind: .holdsLinker,
      sentence: "cannot load \(candidate.id ?? candidate.file): \(refusal); use a configuration without it to leave it out")
  }

  /// Loads the transport of a provider in the mode that is chosen for it.
  private func make(
    _ account: RunConfig.Account, _ candidate: TransportCandidate, _ remarks: inout ProviderRemarks
  ) throws(RunnerTable.Failure) -> PreparedProvider {
    let choice = IsolationChoice(
      provider: account.isolation?.mode, configuration: config.isolation?.mode, option: isolation, usual: usualIsolation)
    let profile = RunIsolation.profile(account.isolation, over: config.isolation)
    var wish = RunnerTable.Wish(account.name, choice, share: account.share ?? .together, profile: profile)
    wish.configuration = account.settings
    let (transport, warning) = try table.load(candidate, wish, contact: contact)
    if let warning { remarks.add(warning, about: account.name) }
    if !transport.isIsolated { noteIdle(account, &remarks) }
    return PreparedProvider(
      account: account, transport: transport, line: account.line ?? usualLine, hostVersion: hostVersion,
      patienceMilliseconds: profile.limits.patienceMilliseconds)
  }
}

extension ProviderSetup {
  /// Notes the members that have no effect on a provider whose transport runs inside.
  private func noteIdle(_ account: RunConfig.Account, _ remarks: inout ProviderRemarks) {
    if account.share != nil { remarks.add("it runs inside, so that \"process\" has no effect", about: account.name) }
    // An entry that says inside itself does not expect the limits of the others.
    guard account.isolation?.mode != .inside, [account.isolation, config.isolation].contains(where: { $0?.limitsProcess == true }) else {
      return
    }
    remarks.add("it runs inside, so that the limits of a process have no effect", about: account.name)
  }
}

/// The remarks about providers, each once for all that it is about.
package struct ProviderRemarks: Sendable {
  /// The number of providers that a line names.
  private static let most = 5
  private var remarks: [(text: String, names: [String])] = []

  package init() {}

  /// Adds a remark.
  package mutating func add(_ text: String, about name: String) {
    if let index = remarks.firstIndex(where: { $0.text == text }) {
      remarks[index].names.append(name)
    } else {
      remarks.append((text, [name]))
    }
  }

  /// The remarks, a line each.
  package var lines: [String] {
    remarks.map { text, names in
      let others = names.count > Self.most ? " and \(names.count - Self.most) more" : ""
      return names.prefix(Self.most).joined(separator: ", ") + others + ": " + text
    }
  }
}

/// A provider to add to a host: its transport is loaded, or will run in a process of its own, but no instance runs.
package struct PreparedProvider: Sendable {
  package var account: RunConfig.Account
  package var transport: LoadedTransport
  var line: LineID
  var hostVersion: String
  /// The time-out of a function of its transport; nil for the default.
  var patienceMilliseconds: UInt32?

  /// The provider's id.
  package var id: ProviderID { ProviderID(rawValue: account.name) }

  /// Adds the provider to a host, which starts its instance.
  package func add(to host: CallHost) throws(HostError) {
    var settings = TransportSettings()
    settings.hostVersion = hostVersion
    // Log errors and warnings.
    settings.logLevel = 2
    if let patienceMilliseconds { settings.patienceMilliseconds = patienceMilliseconds }
    let provider = try host.addProvider(id, transport: transport, configuration: account.settings, line: line, settings: settings)
    if account.differsFromTransport { account.apply(to: provider) }
  }
}

extension RunConfig.Account {
  /// Gives a provider the limits and deadlines of its entry.
  package func apply(to provider: Provider) {
    var configuration = provider.configuration
    if let maximumCallGroups { configuration.maximumCallGroups = maximumCallGroups }
    if let maximumCallsPerCallGroup { configuration.maximumCallsPerCallGroup = maximumCallsPerCallGroup }
    if let emergencyNumbers { configuration.emergencyNumbers = emergencyNumbers }
    configuration.deadlines = deadlines
    provider.configuration = configuration
  }
}
