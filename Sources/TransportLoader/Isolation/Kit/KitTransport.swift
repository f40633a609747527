/// A transport under test that the conformance kit never opens: its runners do.
package struct KitTransport: Sendable {
  /// The descriptor of its code, from a first contact in yet another process.
  package let descriptor: TransportDescriptor
  let found: IsolatedTransport
  /// True to give its runners no sandbox.
  let isUnconfined: Bool
  /// The fault that a test of the host puts into its runners' hosts; nil otherwise.
  var flaw: HostFlaw?

  /// Meets the transport of a library.
  ///
  /// As for its author, write permissions of files and folders do not matter, and no result is kept.
  ///
  /// - Parameters:
  ///   - file: the library.
  ///   - id: the transport's id; nil or empty for the first one.
  ///   - isUnconfined: true to give its runners no sandbox.
  package init(file: String, id: String? = nil, isUnconfined: Bool = false) throws(TransportRefusal) {
    var contact = FirstContact.standard()
    (contact.policy, contact.cacheFile, contact.quarantineFile) = (.everybody, nil, nil)
    let candidates = TransportInspection.readAbout(file: file).candidates
    guard var candidate = candidates.first(where: { $0.id == id }) ?? candidates.first else {
      throw TransportRefusal(
        .missing, file: file, field: "file", [.init("host", "no transport in it")], advice: "name a library that has one")
    }
    // The author names the file, whatever lies beside it.
    if case .shadowed = candidate.status { candidate.status = .usable }
    found = try IsolatedTransport(candidate, contact: contact, unjudged: true)
    descriptor = found.descriptor
    self.isUnconfined = isUnconfined
  }

  /// The plan of a runner whose clock begins at a time.
  func plan(beginning: UInt64) -> RunnerSeat.Plan {
    var profile = RunnerProfile()
    if isUnconfined { profile.sandbox = .off }
    var plan = found.plan(named: descriptor.id, profile: profile, crashes: nil, state: nil, beginning: beginning)
    plan.flaw = flaw
    return plan
  }
}
