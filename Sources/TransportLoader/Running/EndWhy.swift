/// Why the host ends a call: what the transport says on the wire.
public enum EndWhy: UInt32, Sendable {
  /// Hung up.
  case hangup = 1
  /// Declined while it rang.
  case declined = 2
  /// No room for another call.
  case busy = 3
  /// Blocked.
  case blocked = 4
  /// Do not disturb.
  case doNotDisturb = 5
  /// It rang for as long as it may.
  case ringTimeout = 6
}
