extension Stage {
  /// Forgets the further instances that are destroyed, of which a long test makes many.
  package func dropDestroyed() { instances.removeAll { $0.ledger.phase == .gone } }

  /// Puts the instance that has taken over in the place of the one under test.
  func succeed(with heir: PluginInstance) {
    instances.removeAll { $0 === heir }
    instances.append(near)
    near = heir
    // The far ends of a test-peer have moved with the calls.
    if farEnd is TestPeer { farEnd = TestPeer(of: heir) }
  }
}
