internal import HostConfiguration
internal import StrictJSON
internal import TransportLoader

/// The assignment of transports to parts.
///
/// Transports are taken in the order in which they were found, each for one part as long as there are enough.
struct DemoCast: Equatable, Sendable {
  /// A part and its transport.
  struct Player: Equatable, Sendable {
    var role: DemoRole
    var offer: DemoOffer
    /// The provider's name.
    var name: String
  }

  var players: [Player]

  /// Assigns the parts.
  ///
  /// A transport that can play both leading parts plays both, as two providers, if there is no other: the demo works with a single
  /// transport.
  /// - Throws: an error that names the part without a transport, and the numbers that a transport for it must offer.
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

  /// The last component of the transport's id; if that is taken, with the part's name appended.
  private static func name(_ offer: DemoOffer, _ role: DemoRole, _ players: [Player]) -> String {
    let name = ProviderSetup.lastPart(offer.id)
    return players.contains { $0.name == name } ? "\(name)-\(role.rawValue)" : name
  }

  /// The players of a part: one, or several guests.
  func players(of role: DemoRole) -> [Player] { players.filter { $0.role == role } }
}

extension DemoOffer {
  /// True when the transport offers all numbers that the part needs.
  fileprivate func suits(_ role: DemoRole) -> Bool { role.needs.allSatisfy { numbers[$0] != nil } }
}

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

/// The numbers that a transport offers to the demo: the member `x-demo` of its manifest.
///
/// Each number reaches a far end with one behaviour.
///
/// ```json
/// "x-demo": {"answers": "5550100", "calls-back": "5550110", "deaf-to-hold": "5550114", "echoes": "5550100"}
/// ```
struct DemoOffer: Equatable, Sendable {
  /// The behaviour of the far end at a number.
  enum Number: String, CaseIterable, Sendable {
    /// Answers at once.
    case answers
    /// Is busy, and calls back a second later.
    case callsBack = "calls-back"
    /// Answers, and never completes a hold.
    case deafToHold = "deaf-to-hold"
    /// Answers, and sends back the audio that it receives.
    case echoes
    /// Answers, and speaks for some seconds.
    case speaks
  }

  /// The transport's id.
  var id: String
  /// The language of its code, for display.
  var language: String?
  /// The offered numbers.
  var numbers: [Number: String]
  /// The configuration of its instance; empty for the defaults.
  var configuration = ""

  init(id: String, language: String?, numbers: [Number: String], configuration: String = "") {
    self.id = id
    self.language = language
    self.numbers = numbers
    self.configuration = configuration
  }

  /// Reads the manifest at `path`; nil when it offers nothing that the demo knows.
  init?(manifest path: String) {
    guard let bytes = try? InputFile.read(path, limit: 1 << 20), let tree = try? JSONReader.read(bytes) else { return nil }
    self.init(manifest: tree)
  }

  init?(manifest: JSONValue) {
    guard let id = manifest["id"]?.string, let offer = manifest["x-demo"], case .object = offer else { return nil }
    var numbers: [Number: String] = [:]
    for number in Number.allCases {
      numbers[number] = offer[number.rawValue]?.string
    }
    guard !numbers.isEmpty else { return nil }
    self.id = id
    language = manifest["language"]?.string
    self.numbers = numbers
  }
}
