/// The right to a line's audio, which the host gives to a provider, and its state.
///
/// After [`AVAudioSession`](https://developer.apple.com/documentation/avfaudio/avaudiosession) as CallKit uses it, in the same order: a
/// provider configures it in `perform` (`Provider.configureAudio`), the host activates it after the action is fulfilled (U1), and media
/// flows until the host deactivates it. A provider never activates it itself.
public struct AudioSession: Hashable, Codable, Sendable {
  /// The line.
  public let line: LineID
  /// The provider's configuration, or the host's default.
  public var configuration = Configuration()
  /// The reason for the last activation or deactivation.
  public var reason: AudioReason?
  /// The time of that change, on the host's clock.
  public var since: Instant?
  /// The sample rate of the line's devices in Hz; nil when the line has none here.
  public var sampleRate: Int?
  /// The output in use; nil before media takes one, or without a device.
  public var route: Route?
  /// The output device's display name.
  public var output: String?
  /// The input device's display name.
  public var input: String?

  /// Creates a session for a line.
  public init(line: LineID) {
    self.line = line
  }
}

extension AudioSession {
  /// A provider's requirements for its audio.
  ///
  /// The configuration belongs to a provider on a line until the provider replaces it. Set before the activation, it applies when the host
  /// activates; set by the owner, it applies at once; set by another provider, it waits until that provider owns the audio.
  public struct Configuration: Hashable, Codable, Sendable {
    /// The directions of media.
    public var category = Category.playAndRecord
    /// The purpose of the audio.
    public var mode = Mode.voiceChat
    /// The preferred sample rate in Hz: 8,000, 16,000 or 48,000; nil, or a rate that the call does not offer, for the call's best.
    public var preferredSampleRate: Int?
    /// The preferred output, ahead of the desktop's choice; nil to follow the hints and the mode.
    public var preferredRoute: Route?
    /// Further outputs, the best first; without a preferred one, the first that is plugged in is taken.
    public var routingHints: [Route] = []

    /// Creates a configuration for a conversation: both directions, the call's best rate, the desktop's output.
    public init() {}

    /// Returns the output to use when `available` are plugged in; nil for the desktop's choice.
    ///
    /// The preferred output stays preferred while absent, and media moves to it when it appears. Video calls use the loudspeaker by
    /// default.
    public func route(among available: [Route]) -> Route? {
      preferredRoute ?? routingHints.first { available.contains($0) } ?? (mode == .videoChat ? .speaker : nil)
    }
  }

  /// The directions of media.
  public enum Category: String, Codable, Sendable, CaseIterable {
    /// The user hears the far end and is heard.
    case playAndRecord
    /// The user hears the far end; the microphone stays closed.
    case playback
    /// The far end hears the user and is not heard.
    case record
  }

  /// The purpose of the audio.
  public enum Mode: String, Codable, Sendable, CaseIterable {
    /// A voice call.
    case voiceChat
    /// A video call, on the loudspeaker by default.
    case videoChat
  }

  /// The identifier of a kind of output; a headset's includes its microphone.
  ///
  /// The constants below are known to desktops; any other is a sound server's own identifier.
  public struct Route: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The identifier.
    public let rawValue: String

    /// Creates a route from its identifier.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a route from its identifier.
    public init(stringLiteral value: String) {
      rawValue = value
    }

    /// The identifier.
    public var description: String { rawValue }

    /// Loudspeakers, built in or external.
    public static let speaker: Route = "speaker"
    /// The telephone's receiver.
    public static let earpiece: Route = "earpiece"
    /// Wired headphones or headset.
    public static let headset: Route = "headset"
    /// A wireless headset or loudspeaker.
    public static let bluetooth: Route = "bluetooth"
    /// A screen's loudspeakers.
    public static let hdmi: Route = "hdmi"
  }
}
