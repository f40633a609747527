internal import TransportABI

// The plugin's own statements about itself.
extension Stage {
  /// The descriptor of the transport under test.
  package func descriptor() throws -> ForeignDescriptor {
    guard let found = try library.descriptors().first(where: { $0.id == run.descriptor }) else {
      throw TestFailure("no descriptor has the id \(run.descriptor)")
    }
    return found
  }

  /// Returns the limit on simultaneous calls, from report_provider or else the descriptor; 0 means none.
  package func callLimit() throws -> Int {
    if let own = near.ledger.maxCalls, own > 0 { return Int(own) }
    return try Int(descriptor().maxCalls)
  }

  /// Returns the kinds of handles, from report_provider or else the descriptor.
  package func handleKinds() throws -> [String] {
    let own = near.ledger.handleKinds
    return try own.isEmpty ? descriptor().handleKinds : own
  }

  /// Skips the test if the plugin does not offer the extension.
  package func needExtension(_ id: String) throws {
    guard try near.offers(id) else { throw TestSkip("no extension \(id)") }
  }

  /// Skips the test if the plugin cannot have that many calls at once.
  package func needRoom(for calls: Int) throws {
    let limit = try callLimit()
    if limit > 0, limit < calls { throw TestSkip("max_calls is \(limit), and it takes \(calls) calls at once") }
  }
}

extension Stage {
  /// The number of timers that all instances have on the loop, those that are destroyed too.
  package var timerCount: Int { run.hosts.reduce(0) { $0 + loop.timers.count(of: $1) } }

  /// The number of descriptors that all instances have the loop watch.
  package var watchedCount: Int { run.hosts.reduce(0) { $0 + loop.descriptors.count(of: $1) } }

  /// Fails if a destroyed instance has left timers or watched descriptors on the loop.
  package func requireNothingLeft(of instance: PluginInstance, _ after: String) throws {
    let timers = loop.timers.count(of: instance.host)
    guard timers == 0 else { throw TestFailure("\(after) left \(timers) timers on the loop") }
    let descriptors = loop.descriptors.count(of: instance.host)
    guard descriptors == 0 else { throw TestFailure("\(after) left \(descriptors) descriptors watched on the loop") }
  }
}
