/// Who plays which part: transports in the order in which they were found, each at most one part as long as there are enough.
struct DemoCast: Equatable, Sendable {
  /// A part and the transport that plays it.
  struct Player: Equatable, Sendable {
    var role: DemoRole
    var offer: DemoOffer
    /// The provider's name.
    var name: String
  }

  var players: [Player]

  /// Gives the parts away.
  ///
  /// A transport that alone could play two parts plays both, as two providers: the story can be told with a single one.
  /// - Throws: which part nobody can play, and what a transport for it must offer.
  init(_ offers: [DemoOffer]) throws(CommandError) {
    var players: [Player] = []
    for role in DemoRole.allCases where role != .guest {
      let suited = offers.filter { $0.suits(role) }
      guard let offer = suited.first(where: { offer in !players.contains { $0.offer.id == offer.id } }) ?? suited.first else {
        let needs = role.needs.map(\.rawValue).joined(separator: ", ")
        throw .failed(
          "demo: no transport can play the part \(role.rawValue): a manifest whose x-demo has \(needs); hookswitch transports lists "
            + "what was found")
      }
      players.append(Player(role: role, offer: offer, name: Self.name(offer, role, players)))
    }
    for offer in offers where offer.suits(.guest) && !players.contains(where: { $0.offer.id == offer.id }) {
      players.append(Player(role: .guest, offer: offer, name: Self.name(offer, .guest, players)))
    }
    self.players = players
  }

  /// The last part of the transport's id; where that is taken, with the part's name beside it.
  private static func name(_ offer: DemoOffer, _ role: DemoRole, _ players: [Player]) -> String {
    let name = ProviderSetup.lastPart(offer.id)
    return players.contains { $0.name == name } ? "\(name)-\(role.rawValue)" : name
  }

  /// Who plays a part: one, or several guests.
  func players(of role: DemoRole) -> [Player] { players.filter { $0.role == role } }
}

extension DemoOffer {
  /// Whether it offers all that a part needs.
  fileprivate func suits(_ role: DemoRole) -> Bool { role.needs.allSatisfy { numbers[$0] != nil } }
}
