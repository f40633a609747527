internal import TransportABI

/// The header's names of the status codes.
enum StatusName {
  private static let names: [hsw_status: String] = [
    HSW_OK: "HSW_OK", HSW_PENDING: "HSW_PENDING", HSW_E_FAIL: "HSW_E_FAIL", HSW_E_INVAL: "HSW_E_INVAL", HSW_E_NOTSUP: "HSW_E_NOTSUP",
    HSW_E_STATE: "HSW_E_STATE", HSW_E_NOCALL: "HSW_E_NOCALL", HSW_E_STALE: "HSW_E_STALE", HSW_E_NOMEM: "HSW_E_NOMEM",
    HSW_E_BUSY: "HSW_E_BUSY", HSW_E_TIMEOUT: "HSW_E_TIMEOUT", HSW_E_VERSION: "HSW_E_VERSION", HSW_E_THREAD: "HSW_E_THREAD",
    HSW_E_RANGE: "HSW_E_RANGE", HSW_E_CANCELLED: "HSW_E_CANCELLED", HSW_E_AUTH: "HSW_E_AUTH", HSW_E_NET: "HSW_E_NET",
  ]

  static func of(_ status: hsw_status) -> String { names[status] ?? "\(status)" }
}
