/// A part in the demo's story, for any transport whose manifest offers the numbers that it needs.
enum DemoRole: String, CaseIterable, Sendable {
  case near
  case far
  /// Each further transport, one after another.
  case guest

  /// The kinds of number that a transport must offer for the part; see `DemoOffer`.
  var needs: [DemoOffer.Number] {
    switch self {
    case .near: [.answers, .deafToHold, .echoes]
    case .far: [.answers, .callsBack, .speaks]
    case .guest: [.answers]
    }
  }
}
