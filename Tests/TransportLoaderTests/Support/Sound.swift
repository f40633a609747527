import TestRings

@testable import TransportLoader

/// The two rings of one call.
struct Sound: Sendable {
  let toNet = TestRing()
  let fromNet = TestRing()

  var rings: TransportRings { TransportRings(toNet: toNet.table, fromNet: fromNet.table) }

  /// Makes the rings inaccessible.
  func takeBack() {
    toNet.takeBack()
    fromNet.takeBack()
  }
}
