public import HookswitchCore

/// An event of a stream.
public struct StreamEvent: Hashable, Sendable {
  /// The kinds of event.
  public enum Kind: Hashable, Sendable {
    /// The program is connected for the first time, or again.
    case connected(isAgain: Bool)
    /// The connection broke for this reason, and is tried again.
    case lost(String)
    /// An event of the call's audio, but for its end.
    case audio(AttachmentEvent.Kind)
    /// The stream has ended, with an explanation for `refused` and `gaveUp`; the last event.
    case stopped(StreamEnd, String?)
  }

  /// The kind of event.
  public var kind: Kind
  /// The samples of the program that the call had heard then.
  public var position: Int64

  /// Creates an event.
  public init(_ kind: Kind, position: Int64) {
    self.kind = kind
    self.position = position
  }
}

/// The reason for the end of a stream.
public enum StreamEnd: String, Hashable, Sendable {
  /// The call ended.
  case callEnded
  /// The host's side closed the stream.
  case closed
  /// The program left, or the host closed its audio.
  case detached
  /// The program was never connected, or it broke the protocol.
  case refused
  /// The connection broke, and no new one could be made in time.
  case gaveUp
}

/// A stream at one moment.
public struct StreamStatus: Hashable, Sendable {
  /// The states of a stream's connection.
  public enum State: String, Hashable, Sendable {
    /// The host connects for the first time, or waits for the program.
    case connecting
    /// The program is connected.
    case connected
    /// The connection broke, and is tried again.
    case lost
    /// The stream has ended.
    case stopped
  }

  /// The state of the connection.
  public var state: State
  /// The samples sent to the program, of all channels together.
  public var sent: Int64
  /// The messages of the program that were ignored: of an unknown kind, or audio of another rate.
  public var ignored: UInt64
  /// The samples of the program that were dropped, because more than twice the queue's limit waited.
  public var dropped: Int64
}
