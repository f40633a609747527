/// How a scan ended.
enum ScanOutcome: Equatable, Sendable {
  /// The library's code answered.
  case record(ScanRecord)
  /// It cannot be loaded, or refused, or broke the contract; not kept, since the reason may pass.
  case refusal(TransportRefusal)
  /// The process died, went without an answer, or was silent for too long: through the library.
  case death(ScanDeath)
  /// There was no scan, for a reason that is not the library's.
  case unavailable(String)
}
