/// A kind of audio equipment, in a person's terms.
public enum AudioRoute: Hashable, Sendable {
  /// Loudspeakers in or beside the machine; for input, the built-in microphone.
  case speaker
  /// The earpiece of a telephone handset, also called the receiver.
  case earpiece
  /// A wired headset or headphones, USB included.
  case headset
  /// A wireless headset or loudspeaker.
  case bluetooth
  /// A screen's loudspeakers, through HDMI or DisplayPort.
  case hdmi
  /// Another kind, by the sound server's name: a network sink, a null sink, a line socket.
  case other(String)

  /// The route's name, for example `speaker`; for other kinds the server's name.
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

  /// Creates the route with this name; an unknown name gives `other`.
  public init(name: String) {
    self = [.speaker, .earpiece, .headset, .bluetooth, .hdmi].first { $0.name == name } ?? .other(name)
  }
}

extension AudioRoute: Codable {
  /// Reads the route's name.
  public init(from decoder: any Decoder) throws {
    self.init(name: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the route's name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
