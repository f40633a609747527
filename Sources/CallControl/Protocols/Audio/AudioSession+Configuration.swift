extension AudioSession {
  /// What a provider wants of the audio that it will be given.
  ///
  /// It belongs to a provider on a line and stays until the provider says another. Said before the activation it is matched when the host
  /// activates; said by the owner it counts at once; said by anybody else it waits until the audio is theirs. The last word counts.
  public struct Configuration: Hashable, Codable, Sendable {
    /// Which ways sound goes.
    public var category = Category.playAndRecord
    /// What it is for.
    public var mode = Mode.voiceChat
    /// Samples a second that the call's audio should have: 8,000, 16,000 or 48,000; nil, or one that the call does not offer: the call's best.
    public var preferredSampleRate: Int?
    /// The way out, whatever the desktop would take; nil: as the hints and the mode say.
    public var preferredRoute: Route?
    /// Ways out that would be welcome, the best first: the first that is plugged in is taken, where nothing is preferred.
    public var routingHints: [Route] = []

    /// Both ways, for a conversation, at the call's best rate, where the desktop plays.
    public init() {}

    /// The way to take where `available` are plugged in; nil: the desktop's own choice.
    ///
    /// What is preferred stays so although it is not there: sound moves to it when it comes. A conversation with a picture is heard from a
    /// loudspeaker, as nobody holds it to the ear.
    public func route(among available: [Route]) -> Route? {
      preferredRoute ?? routingHints.first { available.contains($0) } ?? (mode == .videoChat ? .speaker : nil)
    }
  }

  /// Which ways sound goes.
  public enum Category: String, Codable, Sendable, CaseIterable {
    /// The far end is heard, and hears.
    case playAndRecord
    /// The far end is heard; the microphone stays closed to it.
    case playback
    /// The far end hears; it is not heard.
    case record
  }

  /// What the audio is for.
  public enum Mode: String, Codable, Sendable, CaseIterable {
    /// A conversation.
    case voiceChat
    /// A conversation with a picture: a loudspeaker unless something else is asked for.
    case videoChat
  }

  /// A kind of way out, by its word; of a headset the microphone comes with it.
  ///
  /// Those below are what desktops know; any other is a sound server's own word.
  public struct Route: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Its word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Takes a word.
    public init(stringLiteral value: String) {
      rawValue = value
    }

    /// Its word.
    public var description: String { rawValue }

    /// Loudspeakers, in the machine or beside it.
    public static let speaker: Route = "speaker"
    /// What a telephone holds to the ear; the field calls it a receiver.
    public static let earpiece: Route = "earpiece"
    /// Headphones or a headset on a wire.
    public static let headset: Route = "headset"
    /// A headset or loudspeaker by radio.
    public static let bluetooth: Route = "bluetooth"
    /// A screen's loudspeakers.
    public static let hdmi: Route = "hdmi"
  }
}
