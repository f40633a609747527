public import HookswitchCore

/// The settings of a stream: its audio, its rights, its security and its deadlines.
public struct StreamOptions: Hashable, Sendable {
  /// The ends of the program that end the call too.
  public enum CallEnding: Hashable, Sendable {
    /// Only AudioSocket's message 0x00 (terminate).
    case onTerminate
    /// Every end that the call did not cause.
    case always
    /// None; AudioSocket's message 0x00 detaches the program.
    case never
  }

  /// The program's part in the call, its rate and its limits; nil chooses the protocol's defaults.
  ///
  /// The default is to talk with 16 kHz on a WebSocket, and with 8 kHz on AudioSocket, which can only talk.
  public var audio: AttachmentOptions?
  /// The secret of the header `Authorization: Bearer TOKEN`: sent to a program, or required from it; nil for none.
  public var token: String?
  /// The path of the PEM file with the certificates to trust on `wss`; nil for the system's.
  public var authorities: String?
  /// The path of the PEM file with the own certificate and key, to listen on `wss`.
  public var certificate: String?
  /// One JSON object for the program, in the message `started`; "{}" by default.
  public var parameters: String
  /// The limit on a connection and its handshake, from 0.1 s to 1 minute.
  public var connectLimit: Duration
  /// The time for which a broken connection is tried again, up to 1 hour.
  ///
  /// It counts for WebSocket connections that this host makes.
  public var reconnectLimit: Duration
  /// False to end the stream when its connection breaks.
  public var reconnects: Bool
  /// True when the program may answer, send digits, transfer and hang up.
  public var isControlling: Bool
  /// The ends of the program that end the call too.
  public var ending: CallEnding

  /// Creates options.
  public init(
    audio: AttachmentOptions? = nil, token: String? = nil, authorities: String? = nil, certificate: String? = nil,
    parameters: String = "{}", connectLimit: Duration = .seconds(5), reconnectLimit: Duration = .seconds(30), reconnects: Bool = true,
    isControlling: Bool = false, ending: CallEnding = .onTerminate
  ) {
    self.audio = audio
    self.token = token
    self.authorities = authorities
    self.certificate = certificate
    self.parameters = parameters
    self.connectLimit = connectLimit
    self.reconnectLimit = reconnectLimit
    self.reconnects = reconnects
    self.isControlling = isControlling
    self.ending = ending
  }
}

/// A program that takes part in calls: its URL, and the settings of its streams.
public struct StreamTarget: Hashable, Sendable {
  /// The program's URL.
  public let url: String
  /// The settings.
  public let options: StreamOptions

  /// Creates a target.
  ///
  /// - Throws: `AttachmentError.Code.invalid` with the name of the option, for what `MediaStreams.open` would refuse.
  public init(url: String, options: StreamOptions = StreamOptions()) throws(AttachmentError) {
    _ = try MediaStreams.checked(url, options)
    self.url = url
    self.options = options
  }
}
