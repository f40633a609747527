internal import Glibc

/// The end of a scanning process that gave no valid answer.
struct ScanDeath: Equatable, Sendable {
  /// The function that the library was in: `dlopen` (constructors and dependencies), `hookswitch_transport_query`, `load`, `descriptor`,
  /// `destructors`.
  var step: String
  /// The signal that killed it, if any.
  var signal: Int32?
  /// Its exit code, if it exited.
  var exitCode: Int32?
  /// The time-out in milliseconds after which it was killed, if it was.
  var silence: Int?
  /// True when it sent something other than an answer.
  var saidRubbish = false
  /// The end of its output.
  var output: String

  /// The failure in words.
  var reason: String {
    let what: String
    if let silence {
      what = "sent nothing for \(silence) ms"
    } else if let signal {
      what = "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    } else if let exitCode {
      what = "exited with code \(exitCode)"
    } else {
      what = "ended without a status"
    }
    return what + (saidRubbish ? ", and sent an invalid answer" : "")
  }
}
