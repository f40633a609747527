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
