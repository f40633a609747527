public import CHookswitch
internal import Hookswitch
internal import HostConfiguration
internal import StrictJSON

// The header's part "providers of the program's own": registering them, and their answers to actions.

/// The function `hk_add_provider` of hookswitch.h, which describes it.
@c @implementation
public func hk_add_provider(
  _ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<hk_provider_options>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let id = ProviderID(rawValue: try HookswitchC.name(name, "name"))
    let settings = try OwnProviderSettings(options)
    try host.refuseWhenClosing()
    try host.add(id, settings)
  }
}

/// The function `hk_change_provider` of hookswitch.h, which describes it.
@c @implementation
public func hk_change_provider(
  _ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<hk_provider_options>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let provider = try host.knownProvider(name)
    let own = try host.ownProvider(provider.id)
    let settings = try OwnProviderSettings(try needed(options, "options"))
    guard settings.comesInPieces == own.comesInPieces else {
      throw .invalid("the flag HK_PROVIDER_IN_PIECES cannot change; remove the provider, and add it anew")
    }
    if let problem = host.host.core.ringtoneProblem(settings.configuration) { throw .invalid("the member ringtone: \(problem)") }
    own.change(data: settings.data)
    host.providers.change(provider.id, kinds: settings.schemes)
    provider.configuration = settings.configuration
  }
}

/// The function `hk_fulfill` of hookswitch.h, which describes it.
@c @implementation
public func hk_fulfill(_ host: OpaquePointer?, _ action: UInt64) -> hk_status {
  status { () throws(EmbeddingError) in try HookswitchC.host(host).openAction(action).fulfill() }
}

/// The function `hk_fail` of hookswitch.h, which describes it.
@c @implementation
public func hk_fail(_ host: OpaquePointer?, _ action: UInt64, _ why: UnsafePointer<hk_failure>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let failure = try CommandFailure(why)
    try host.openAction(action).fail(failure)
  }
}

extension EmbeddedHost {
  /// Registers the program as a provider.
  fileprivate func add(_ id: ProviderID, _ settings: OwnProviderSettings) throws(EmbeddingError) {
    if let problem = host.core.ringtoneProblem(settings.configuration) {
      throw EmbeddingError.invalid("the member ringtone: \(problem)")
    }
    guard host.provider(id) == nil else {
      throw EmbeddingError(HK_E_EXISTS, "there is a provider \"\(id)\" already; choose another name")
    }
    let own = OwnProvider(self, data: settings.data, comesInPieces: settings.comesInPieces)
    var restart: (@Sendable (Provider) -> Void)?
    if settings.restarts { restart = { own.restart($0) } }
    // Known before its first event.
    providers.add(own, id, kinds: settings.schemes)
    do throws(HostError) {
      _ = try host.register(
        id, settings.configuration, own, queue: nil, isReady: settings.isReady, isDirect: !settings.comesInPieces, restart: restart)
    } catch {
      throw EmbeddingError(error)
    }
  }

  /// Returns one of the program's own providers.
  func ownProvider(_ id: ProviderID) throws(EmbeddingError) -> OwnProvider {
    guard let own = providers[id] else {
      throw EmbeddingError(HK_E_UNSUPPORTED, "provider \"\(id)\" is a transport's, not the program's own")
    }
    return own
  }

  /// Returns one of the program's own providers, to report something.
  func reporter(_ name: UnsafePointer<CChar>?) throws(EmbeddingError) -> Provider {
    let provider = try knownProvider(name)
    _ = try ownProvider(provider.id)
    return provider
  }

  /// Takes an action that the program answers.
  fileprivate func openAction(_ number: UInt64) throws(EmbeddingError) -> any CallAction {
    guard let action = providers.close(number) else {
      throw .notFound("there is no open action \(number): it was answered, timed out or cancelled before")
    }
    return action
  }

  /// Fails an action that the program does not implement (P3).
  func failUnimplemented(_ number: UInt64) {
    providers.close(number)?.fail(.unimplemented)
  }
}

extension CommandFailure {
  /// Reads a failure; NULL is one without a reason.
  init(_ why: UnsafePointer<hk_failure>?) throws(EmbeddingError) {
    guard let why = try optional(why, "why") else {
      self = .failed(nil)
      return
    }
    guard why.flags & ~HK_FAILURE_UNIMPLEMENTED == 0 else { throw .invalid("the member flags has unknown bits: \(why.flags)") }
    self = why.flags & HK_FAILURE_UNIMPLEMENTED != 0 ? .unimplemented : .failed(try TransportError(why))
  }
}

extension TransportError {
  /// Reads the reason of a failure; nil for none.
  init?(_ why: hk_failure) throws(EmbeddingError) {
    let domain = try optionalText(why.domain, "domain") ?? ""
    let message = try optionalText(why.message, "message") ?? ""
    if domain.isEmpty, message.isEmpty, why.native == 0, why.q850 == 0 { return nil }
    self.init(domain: domain, code: why.native, cause: why.q850, message: message)
  }

  /// Reads the reason of a failure; NULL is none.
  static func read(_ why: UnsafePointer<hk_failure>?) throws(EmbeddingError) -> TransportError? {
    try optional(why, "why").flatMap { why throws(EmbeddingError) in try TransportError(why) }
  }
}
