package import TransportABI

/// The header's names of the status codes.
package enum StatusName {
  private static let names: [hsw_status: String] = [
    HSW_OK: "HSW_OK", HSW_PENDING: "HSW_PENDING", HSW_E_FAIL: "HSW_E_FAIL", HSW_E_INVAL: "HSW_E_INVAL", HSW_E_NOTSUP: "HSW_E_NOTSUP",
    HSW_E_STATE: "HSW_E_STATE", HSW_E_NOCALL: "HSW_E_NOCALL", HSW_E_STALE: "HSW_E_STALE", HSW_E_NOMEM: "HSW_E_NOMEM",
    HSW_E_BUSY: "HSW_E_BUSY", HSW_E_TIMEOUT: "HSW_E_TIMEOUT", HSW_E_VERSION: "HSW_E_VERSION", HSW_E_THREAD: "HSW_E_THREAD",
    HSW_E_RANGE: "HSW_E_RANGE", HSW_E_CANCELLED: "HSW_E_CANCELLED", HSW_E_AUTH: "HSW_E_AUTH", HSW_E_NET: "HSW_E_NET",
  ]

  package static func of(_ status: hsw_status) -> String { names[status] ?? "\(status)" }
}

/// The header's names of the states in report_state.
package enum CallStateName {
  private static let names = [
    "", "CONNECTING", "RINGING", "EARLY_MEDIA", "ACTIVE", "HELD", "HELD_REMOTE", "RESUMED_REMOTE", "MEDIA_TIMEOUT", "MEDIA_RESUMED",
  ]

  package static func of(_ state: UInt32) -> String {
    names.indices.contains(Int(state)) && state > 0 ? "HSW_CALL_" + names[Int(state)] : "\(state)"
  }
}

/// The header's names of the reasons in report_ended.
enum EndReasonName {
  private static let names = ["", "FAILED", "REMOTE", "UNANSWERED", "ELSEWHERE_ANSWERED", "ELSEWHERE_DECLINED", "LOCAL"]

  static func of(_ reason: UInt32) -> String {
    names.indices.contains(Int(reason)) && reason > 0 ? "HSW_END_" + names[Int(reason)] : "\(reason)"
  }
}
