/// A part in the demo's story: any transport whose manifest offers what it needs can play it.
enum DemoRole: String, CaseIterable, Sendable {
  case near
  case far
  /// Every further transport, one after another.
  case guest

  /// The kinds of number that a transport must offer to play the part; see `DemoOffer`.
  var needs: [DemoOffer.Number] {
    switch self {
    case .near: [.answers, .deafToHold, .echoes]
    case .far: [.answers, .callsBack, .speaks]
    case .guest: [.answers]
    }
  }
}
