internal import Locking
internal import TransportABI

/// The host's tables of C functions for plugins; a table's context leads to an instance.
///
/// Tables and contexts are never freed (some 300 bytes an instance), so that a plugin that calls after destroy gets HSW_E_STATE and does
/// not read freed memory.
enum HostTables {
  /// The addresses of all that is never freed, so that leak checkers find it.
  private static let kept = Locked<[UInt]>([])

  // The tables are written once, before any plugin sees them, and only read afterwards.
  nonisolated(unsafe) private static let loop: UnsafePointer<hsw_host_loop> = allocate(
    hsw_host_loop(
      size: UInt32(MemoryLayout<hsw_host_loop>.size), flags: 0, add_fd: hostAddDescriptor, mod_fd: hostModifyDescriptor,
      del_fd: hostDeleteDescriptor, add_timer: hostAddTimer, del_timer: hostDeleteTimer, now_ns: hostNow))
  nonisolated(unsafe) private static let log: UnsafePointer<hsw_host_log> = allocate(
    hsw_host_log(size: UInt32(MemoryLayout<hsw_host_log>.size), flags: 0, enabled: hostLogEnabled, log: hostLog, wire: hostWire))
  nonisolated(unsafe) private static let threads: UnsafePointer<hsw_host_threads> = allocate(
    hsw_host_threads(size: UInt32(MemoryLayout<hsw_host_threads>.size), flags: 0, is_loop: hostIsLoop, is_media: hostIsMedia))

  // Written once, like the tables above.
  nonisolated(unsafe) private static let transfer: UnsafePointer<hsw_host_transfer> = allocate(
    hsw_host_transfer(
      size: UInt32(MemoryLayout<hsw_host_transfer>.size), flags: 0, report_progress: hostTransferProgress,
      report_request: hostTransferRequest))
  // Written once, like the tables above.
  nonisolated(unsafe) private static let secrets: UnsafePointer<hsw_host_secrets> = allocate(
    hsw_host_secrets(size: UInt32(MemoryLayout<hsw_host_secrets>.size), flags: 0, get: hostGetSecret))

  /// The table of a host extension; nil for one that this host does not have.
  static func table(of id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    switch String(validatingCString: id) {
    case HSW_HEXT_LOOP: UnsafeRawPointer(loop)
    case HSW_HEXT_LOG: UnsafeRawPointer(log)
    case HSW_HEXT_TRANSFER: UnsafeRawPointer(transfer)
    case HSW_HEXT_SECRETS: UnsafeRawPointer(secrets)
    case HSW_HEXT_THREADS: UnsafeRawPointer(threads)
    default: nil
    }
  }

  /// The host's table for one instance.
  static func host(for context: HostContext, name: String, version: String) -> UnsafePointer<hsw_host> {
    allocate(
      hsw_host(
        size: UInt32(MemoryLayout<hsw_host>.size), flags: 0, ctx: keep(context), name: text(name),
        version: text(version), get_extension: hostGetExtension, report_provider: hostReportProvider, report_line: hostReportLine,
        report_reset: hostReportReset, report_incoming: hostReportIncoming, report_update: hostReportUpdate,
        report_state: hostReportState, report_dtmf: hostReportDTMF, report_ended: hostReportEnded, action_done: hostActionDone,
        deactivated: hostDeactivated, post: hostPost, request_restart: hostRequestRestart))
  }

  /// Keeps an object for ever, because plugins hold its address; returns the address.
  @discardableResult
  static func keep(_ context: AnyObject) -> UnsafeMutableRawPointer {
    let pointer = Unmanaged.passRetained(context).toOpaque()
    kept.withLock { $0.append(UInt(bitPattern: pointer)) }
    return pointer
  }

  private static func text(_ text: String) -> hsw_str {
    let utf8 = Array(text.utf8)
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
    for (index, byte) in utf8.enumerated() { memory[index] = CChar(bitPattern: byte) }
    memory[utf8.count] = 0
    kept.withLock { $0.append(UInt(bitPattern: memory)) }
    return hsw_str(p: UnsafePointer(memory), n: utf8.count)
  }

  private static func allocate<Table>(_ table: Table) -> UnsafePointer<Table> {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    kept.withLock { $0.append(UInt(bitPattern: memory)) }
    return UnsafePointer(memory)
  }
}
