internal import CallControl
internal import HookswitchCore
internal import HostSurface
internal import StrictJSON

/// The providers and screeners that are programs, by their names; each belongs to one session.
struct ProgramTable: Sendable {
  /// The largest number of providers that are programs.
  static let providerLimit = 64

  private var providers: [ProviderID: ProgramProvider] = [:]
  private var screeners: [ScreenerID: ProgramScreener] = [:]

  func isProvider(_ id: ProviderID) -> Bool { providers[id] != nil }

  // MARK: Providers

  /// Adds a provider.
  ///
  /// - Throws: `exists` or `tooMany`.
  mutating func add(_ provider: ProgramProvider) throws(MethodError) {
    guard providers[provider.id] == nil else {
      throw MethodError(
        .exists, "a program is the provider \"\(provider.id)\" already; choose another name",
        ["what": "provider", "name": .string(provider.id.rawValue)])
    }
    guard providers.count < Self.providerLimit else {
      throw MethodError(
        .tooMany, "\(Self.providerLimit) providers are programs already; unregister one first", ["limit": .integer(Self.providerLimit)])
    }
    providers[provider.id] = provider
  }

  mutating func removeProvider(_ id: ProviderID) { providers[id] = nil }

  /// Returns a provider of a session.
  ///
  /// - Throws: `notFound`, also for one of another session.
  func provider(_ name: String, of session: Int) throws(MethodError) -> ProgramProvider {
    guard let provider = providers[ProviderID(rawValue: name)], provider.session == session else {
      throw MethodError(
        .notFound, "this connection has not registered the provider \"\(name)\"", ["what": "provider", "name": .string(name)])
    }
    return provider
  }

  // MARK: Screeners

  /// Adds a screener.
  ///
  /// - Throws: `exists`.
  mutating func add(_ screener: ProgramScreener) throws(MethodError) {
    guard screeners[screener.id] == nil else {
      throw MethodError(
        .exists, "a program is the screener \"\(screener.id)\" already", ["what": "screener", "name": .string(screener.id.rawValue)])
    }
    screeners[screener.id] = screener
  }

  mutating func removeScreener(_ id: ScreenerID) { screeners[id] = nil }

  /// Returns a screener of a session.
  ///
  /// - Throws: `notFound`.
  func screener(_ name: String, of session: Int) throws(MethodError) -> ProgramScreener {
    guard let screener = screeners[ScreenerID(rawValue: name)], screener.session == session else {
      throw MethodError(
        .notFound, "this connection has not registered the screener \"\(name)\"", ["what": "screener", "name": .string(name)])
    }
    return screener
  }

  // MARK: Sessions

  /// Removes all that a session registered.
  mutating func release(_ session: Int) -> (providers: [ProgramProvider], screeners: [ProgramScreener]) {
    let gone = (providers.values.filter { $0.session == session }, screeners.values.filter { $0.session == session })
    for provider in gone.0 { providers[provider.id] = nil }
    for screener in gone.1 { screeners[screener.id] = nil }
    return gone
  }
}
