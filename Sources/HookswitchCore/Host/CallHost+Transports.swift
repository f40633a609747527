public import CallControl
public import TransportLoader

extension CallHost {
  /// Finds a transport by its id, loads it, makes an instance of it, and registers that as a provider.
  ///
  /// Blocks for as long as finding and loading take: milliseconds, a few seconds at the worst. A transport that is new here is first loaded in a
  /// process of its own, by `hookswitch-helper` where that is installed; one that kills or lies to that process is refused. The instance begins after that, on a thread of its
  /// own; requests wait until it says that its line is ready (S8). An instance that is lost is made anew, 0.5 s to 60 s after (P6).
  ///
  /// - Parameters:
  ///   - id: the provider's name at this host.
  ///   - transport: the transport's id, as in its manifest: `org.hookswitch.loopback`.
  ///   - path: where transports are looked for.
  ///   - configuration: the instance's configuration as one JSON text; empty for all defaults.
  ///   - line: the line that its incoming calls ring on; `each` for a line of its own for every call.
  ///   - settings: how long its functions may take, and how much it logs.
  ///   - contact: how a transport that is new here is met, and by which helper.
  /// - Throws: `HostError`: `unknownTransport`, `transportRefused` with the file, the field and what each side says of it, or `providerExists`.
  @discardableResult
  public func addProvider(
    _ id: ProviderID, fromTransport transport: String, searching path: SearchPath = .standard(), configuration: String = "",
    line: LineID = .main, settings: TransportSettings = TransportSettings(), contact: FirstContact = .standard()
  ) throws(HostError) -> Provider {
    var catalog = TransportCatalog(searching: path)
    catalog.meet(contact, only: transport)
    guard let candidate = catalog.usable(id: transport) else {
      if let other = catalog.candidates.first(where: { $0.id == transport }), case .refused(let refusal) = other.status {
        throw HostError(.transportRefused, transport, refusal.description)
      }
      let folders = path.folders.map(\.path).joined(separator: ", ")
      throw HostError(
        .unknownTransport, transport,
        "no file in \(folders) has that id; name its folder in HOOKSWITCH_TRANSPORT_PATH, or look with "
          + "`hookswitch transports`")
    }
    let loaded: LoadedTransport
    do throws(TransportRefusal) {
      loaded = try LoadedTransport(candidate, contact: contact)
    } catch {
      throw HostError(.transportRefused, transport, error.description)
    }
    return try addProvider(id, transport: loaded, configuration: configuration, line: line, settings: settings)
  }

  /// Makes an instance of a loaded transport, and registers it as a provider.
  ///
  /// As `addProvider(_:fromTransport:)`, for whoever has looked through the catalog; any number of providers may come from one transport.
  /// - Throws: `HostError.Code.providerExists`.
  @discardableResult
  public func addProvider(
    _ id: ProviderID, transport: LoadedTransport, configuration: String = "", line: LineID = .main,
    settings: TransportSettings = TransportSettings()
  ) throws(HostError) -> Provider {
    var settings = settings
    if core.journal.isKept { settings.wantsWire = true }
    let delegate = TransportProviderDelegate(transport, configuration: configuration, settings: settings) { [weak core] message in
      core?.hear(message, from: id)
    }
    var provider = TransportProviderDelegate.providerConfiguration(for: transport)
    provider.line = line
    return try register(
      id, provider, delegate, queue: nil, isReady: false, isDirect: true,
      restart: { _ in delegate.restart() },
      close: { completion in delegate.close(completion: completion) })
  }

  /// What a provider's transport counts, or what it measures of a call's sound: one JSON object, in the transport's own words.
  ///
  /// - Parameters:
  ///   - provider: one of a transport.
  ///   - call: a call of that provider; nil: the provider's counters.
  ///   - level: a higher one tells more.
  /// - Throws: why there are none: it is no provider of a transport, or its transport tells none (-3), does not run (-4) or knows no such call (-5).
  public func diagnostics(of provider: ProviderID, call: CallID? = nil, level: UInt32 = 1) async throws(TransportFault) -> String {
    guard let delegate = core.provider(provider)?.delegate as? TransportProviderDelegate else {
      throw TransportFault(code: -3, message: "it is no provider of a transport")
    }
    return try await delegate.diagnostics(of: call, level: level)
  }

  /// Gives a provider's transport another configuration, which it takes as a whole or not at all; calls that are up go on (P5).
  ///
  /// What it takes is also what it begins with when it is made anew.
  /// - Throws: what is wrong, with the setting's name; or that it is no provider of a transport or takes none (-3), or does not run (-4).
  public func configure(_ provider: ProviderID, configuration: String) async throws(TransportFault) {
    guard let delegate = core.provider(provider)?.delegate as? TransportProviderDelegate else {
      throw TransportFault(code: -3, message: "it is no provider of a transport")
    }
    let fault = await withCheckedContinuation { continuation in
      delegate.apply(configuration: configuration, deadlineMilliseconds: 30_000) { continuation.resume(returning: $0) }
    }
    if let fault { throw fault }
  }
}

extension HostCore {
  /// What an instance says for logs and traces.
  fileprivate func hear(_ message: TransportMessage, from provider: ProviderID) {
    switch message {
    case .log(let level, let topic, let text):
      if observers.hasEventReceivers {
        observers.tell(HostEvent(time: clock.now, line: nil, body: .log(provider, level: level, topic: topic, text: text)))
      }
    case .wire(let call, let isOutgoing, let name, let text):
      journal.keep(.wire(provider, call, protocol: name, text: text, isOutgoing: isOutgoing), at: clock.now)
    }
  }
}
