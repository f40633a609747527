internal import TransportKit

/// The state of an account's registration.
struct Registration {
  /// Its dialog at the stack; 0: none.
  var dialog: UInt64 = 0
  /// The password, once the host has given it.
  var password: String?
  /// The timer of the next attempt.
  var retry: Timer?
  /// The number of consecutive failures.
  var failures = 0
  /// True while the registrar has the registration.
  var isUp = false
  /// True while the account unregisters to register with other settings.
  var isLeaving = false
  /// True while the host wants the line registered.
  var isWanted = true

  /// The longest pause before an attempt when the registrar names none: 2 s, doubled by each failure, at most 5 min.
  private var limit: Duration { .seconds(min(300, 1 << min(failures, 9))) }

  /// The pause after the failures so far: random, at least half the limit, so that clients do not all return at once (RFC 5626 section
  /// 4.5).
  var backOff: Duration { limit * Double.random(in: 0.5...1) }

  /// Returns true when another attempt cannot help, because the registrar rejects this account.
  static func isHopeless(_ status: Int) -> Bool {
    switch status {
    case 400...407, 410, 416, 420, 421, 604, 606: true
    default: false
    }
  }
}
