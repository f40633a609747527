/// The right to the audio of a line, as the host hands it to a provider, and what came with it.
///
/// After [`AVAudioSession`](https://developer.apple.com/documentation/avfaudio/avaudiosession) as CallKit uses it, in the same order: a provider
/// configures it in `perform` (`Provider.configureAudio`), the host activates it after the action was fulfilled (U1), media flows from then on,
/// and stops before it is deactivated. A provider never activates it itself.
public struct AudioSession: Hashable, Codable, Sendable {
  /// The line whose audio it is.
  public let line: LineID
  /// What the provider asked for; the host's own choice where it asked for nothing.
  public var configuration = Configuration()
  /// Why it was activated or deactivated.
  public var reason: AudioReason?
  /// When that was, on the host's clock.
  public var since: Instant?
  /// Samples a second that the line's loudspeaker and microphone work at; nil: the line has none here.
  public var sampleRate: Int?
  /// The way out that was found for it; nil: sound takes none yet, or the line has no device.
  public var route: Route?
  /// What the far end is heard from, by its name for people.
  public var output: String?
  /// What is spoken into, by its name for people.
  public var input: String?

  /// Names the line whose audio it is.
  public init(line: LineID) {
    self.line = line
  }
}
