/// The settings of a client of the sound server.
public struct PulseSettings: Hashable, Sendable {
  /// The server's address, for example `unix:/run/user/1000/pulse/native`; nil for the user's own server.
  public var server: String?
  /// The authentication cookie file; nil for the user's own, which libpulse creates if missing.
  public var cookie: String?
  /// The sink to play to, by the server's name; nil for the desktop's default.
  public var output: String?
  /// The source to capture from, by the server's name; nil for the desktop's default.
  ///
  /// A default that is the monitor of a sink is not used, because it would send the far end its own voice.
  public var input: String?
  /// The program's name in mixers.
  public var applicationName = "Hookswitch"
  /// The stream's name in mixers.
  public var streamName = "Call"
  /// The media role; desktops lower music while a `phone` stream plays.
  public var role = "phone"

  /// Creates settings that follow the desktop's defaults.
  public init() {}
}
