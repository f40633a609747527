/// A fault in a runner, which shows that the tests of the host can fail (docs/kill-matrix.md).
///
/// Only `Tests/Mutants/Runner` gives one to `RunnerMain`; `hookswitch-helper` does not.
package enum RunnerFlaw: String, CaseIterable, Sendable {
  /// No timer of the kernel ends the process when the host is silent.
  case hasNoTimer = "h04"
  /// Any number of words may wait for the host.
  case hasNoBound = "h10"
  /// The sandbox begins after the library was opened.
  case confinesLate = "h11"
  /// The kernel gets none of the limits of the process.
  case setsNoLimits = "h14"
}
