/// The outcome of a scan.
enum ScanOutcome: Equatable, Sendable {
  /// The library's code answered.
  case record(ScanRecord)
  /// It cannot be loaded, or refused, or broke the contract; scanned again next time, since the reason may pass.
  case refusal(TransportRefusal)
  /// The process crashed, exited without an answer, or timed out, because of the library.
  case death(ScanDeath)
  /// There was no scan, for a reason that is not the library's.
  case unavailable(String)
}
