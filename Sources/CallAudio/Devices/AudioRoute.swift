/// Where sound goes and comes from, in a person's words.
public enum AudioRoute: Hashable, Sendable {
  /// Loudspeakers, in the machine or beside it; for input the microphone in the machine.
  case speaker
  /// What a telephone holds to the ear; the field calls it a receiver.
  case earpiece
  /// Headphones or a headset on a wire, USB included.
  case headset
  /// A headset or loudspeaker by radio.
  case bluetooth
  /// A screen's loudspeakers, through HDMI or DisplayPort.
  case hdmi
  /// Something else, by the sound server's word for it: a network sink, a null sink, a line socket.
  case other(String)

  /// The word that names the route, `speaker` for instance; the server's own for others.
  public var name: String {
    switch self {
    case .speaker: "speaker"
    case .earpiece: "earpiece"
    case .headset: "headset"
    case .bluetooth: "bluetooth"
    case .hdmi: "hdmi"
    case .other(let name): name
    }
  }

  /// The route that a word names: any word that is not one of ours names another.
  public init(name: String) {
    self = [.speaker, .earpiece, .headset, .bluetooth, .hdmi].first { $0.name == name } ?? .other(name)
  }
}

extension AudioRoute: Codable {
  /// Reads the word that names the route.
  public init(from decoder: any Decoder) throws {
    self.init(name: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the word that names the route.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
