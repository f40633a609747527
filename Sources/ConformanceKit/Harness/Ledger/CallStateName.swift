/// The header's names of the states in report_state.
enum CallStateName {
  private static let names = [
    "", "CONNECTING", "RINGING", "EARLY_MEDIA", "ACTIVE", "HELD", "HELD_REMOTE", "RESUMED_REMOTE", "MEDIA_TIMEOUT", "MEDIA_RESUMED",
  ]

  static func of(_ state: UInt32) -> String {
    names.indices.contains(Int(state)) && state > 0 ? "HSW_CALL_" + names[Int(state)] : "\(state)"
  }
}
