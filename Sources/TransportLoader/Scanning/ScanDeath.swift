internal import Glibc

/// How the process ended that a library was loaded in, instead of answering.
struct ScanDeath: Equatable, Sendable {
  /// In which function of the library: `dlopen` (constructors and dependencies), `hookswitch_transport_query`, `load`, `descriptor`,
  /// `destructors`.
  var step: String
  /// The signal that killed it, if one did.
  var signal: Int32?
  /// The code that it exited with, if it did.
  var exitCode: Int32?
  /// How long it was silent before it was killed for that, in milliseconds.
  var silence: Int?
  /// Whether something other than an answer came where the answer should.
  var saidRubbish = false
  /// The end of what it printed.
  var output: String

  /// What happened, in words.
  var reason: String {
    let what: String
    if let silence {
      what = "said nothing for \(silence) ms"
    } else if let signal {
      what = "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    } else if let exitCode {
      what = "exited with code \(exitCode)"
    } else {
      what = "went without a trace"
    }
    return what + (saidRubbish ? ", and said what is no answer" : "")
  }
}
