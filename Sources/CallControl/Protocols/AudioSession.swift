/// The right to the audio of a line, as the host hands it to a provider.
///
/// After CallKit's use of `AVAudioSession`: configure in `perform`, start media only once the session is activated (U1).
public struct AudioSession: Hashable, Codable, Sendable {
  /// The line whose audio it is.
  public let line: LineID

  /// Names the line whose audio it is.
  public init(line: LineID) {
    self.line = line
  }
}
