/// The host's reason for ending a call, which the transport sends on the wire.
public enum EndWhy: UInt32, Sendable {
  /// The user hung up.
  case hangup = 1
  /// The user declined the ringing call.
  case declined = 2
  /// No room for another call.
  case busy = 3
  /// The caller is blocked.
  case blocked = 4
  /// Do not disturb.
  case doNotDisturb = 5
  /// The ringing timed out.
  case ringTimeout = 6
}
