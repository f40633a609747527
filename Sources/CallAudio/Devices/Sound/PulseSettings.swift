/// How to be a client of the sound server.
public struct PulseSettings: Hashable, Sendable {
  /// The server's address, `unix:/run/user/1000/pulse/native` for instance; nil for the user's own.
  public var server: String?
  /// The file with the word that the server wants to hear; nil for the user's own, which the library makes if it is not there.
  public var cookie: String?
  /// The sink to be heard from, by the server's name for it; nil for the desktop's default.
  public var output: String?
  /// The source to speak into; nil for the desktop's default, unless that is the monitor of a sink, which would send the far end back to itself.
  public var input: String?
  /// What mixers call the program.
  public var applicationName = "Hookswitch"
  /// What mixers call its sound.
  public var streamName = "Call"
  /// What kind of sound it is: while `phone` is heard, desktops turn music down.
  public var role = "phone"

  /// The desktop's own choice.
  public init() {}
}
