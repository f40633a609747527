internal import TransportABI

/// The extensions that a host may offer.
enum HostExtension: String, Sendable, Hashable, CaseIterable {
  case loop, log, threads, transfer, secrets

  var id: String {
    switch self {
    case .loop: HSW_HEXT_LOOP
    case .log: HSW_HEXT_LOG
    case .threads: HSW_HEXT_THREADS
    case .transfer: HSW_HEXT_TRANSFER
    case .secrets: HSW_HEXT_SECRETS
    }
  }
}
