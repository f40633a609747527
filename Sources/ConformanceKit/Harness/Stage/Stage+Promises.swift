internal import TransportABI

// The plugin's own statements about itself.
extension Stage {
  /// The descriptor of the transport under test.
  func descriptor() throws -> ForeignDescriptor {
    guard let found = try library.descriptors().first(where: { $0.id == run.descriptor }) else {
      throw TestFailure("no descriptor has the id \(run.descriptor)")
    }
    return found
  }

  /// Returns the limit on simultaneous calls, from report_provider or else the descriptor; 0 means none.
  func callLimit() throws -> Int {
    if let own = near.ledger.maxCalls, own > 0 { return Int(own) }
    return try Int(descriptor().maxCalls)
  }

  /// Returns the kinds of handles, from report_provider or else the descriptor.
  func handleKinds() throws -> [String] {
    let own = near.ledger.handleKinds
    return try own.isEmpty ? descriptor().handleKinds : own
  }

  /// Skips the test if the plugin does not offer the extension.
  func needExtension(_ id: String) throws {
    guard try near.offers(id) else { throw TestSkip("no extension \(id)") }
  }

  /// Skips the test if the plugin cannot have that many calls at once.
  func needRoom(for calls: Int) throws {
    let limit = try callLimit()
    if limit > 0, limit < calls { throw TestSkip("max_calls is \(limit), and it takes \(calls) calls at once") }
  }
}
