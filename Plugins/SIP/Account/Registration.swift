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
  /// Whether the registrar has it.
  var isUp = false
  /// Whether it is being given up for one with other settings.
  var isLeaving = false
  /// Whether the host wants the line registered.
  var isWanted = true

  /// The longest wait for a try without a word of the registrar's: 2 s, doubled by each failure, at most 5 min.
  private var limit: Duration { .seconds(min(300, 1 << min(failures, 9))) }

  /// How long to wait after the failures so far: at random from half the limit on, lest all come back at once (RFC 5626 section 4.5).
  var backOff: Duration { limit * Double.random(in: 0.5...1) }

  /// Whether trying again could help: not when the registrar has said that it is us whom it does not want.
  static func isHopeless(_ status: Int) -> Bool {
    switch status {
    case 400...407, 410, 416, 420, 421, 604, 606: true
    default: false
    }
  }
}
