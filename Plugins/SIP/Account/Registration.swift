internal import TransportKit

/// What an account knows of its registration.
struct Registration {
  /// Its dialog at the stack; 0 while there is none.
  var dialog: UInt64 = 0
  /// The secret, once the host has given it.
  var password: String?
  /// Waits before the next try.
  var retry: Timer?
  /// How often in a row it has failed.
  var failures = 0
  /// Whether the host wants the line registered.
  var isWanted = true

  /// How long to wait after the failures so far: 2 s, doubled each time, at most 5 min (RFC 5626 section 4.5 has the shape of it).
  var backOff: Duration { .seconds(min(300, 2 << min(failures, 8))) }
}
