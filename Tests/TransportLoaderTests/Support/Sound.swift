import TestRings

@testable import TransportLoader

/// Two rings for one call.
struct Sound: Sendable {
  let toNet = TestRing()
  let fromNet = TestRing()

  var rings: TransportRings { TransportRings(toNet: toNet.table, fromNet: fromNet.table) }

  /// Forbids any further look at them.
  func takeBack() {
    toNet.takeBack()
    fromNet.takeBack()
  }
}
