internal import TransportABI

/// The host's tables for one instance, each before a guard page; they are never freed.
struct HostTables {
  private let host: UnsafeMutablePointer<hsw_host>
  private(set) var extensions: [String: UnsafeRawPointer] = [:]

  /// The host's own table, still without a context.
  var unbound: UnsafePointer<hsw_host> { UnsafePointer(host) }

  init(_ offer: HostOffer, _ arena: GuardedArena) {
    let lender = Lender(arena, offer.shape)
    lender.room = offer.shape.room
    func has(_ function: HostFunction) -> Bool { !offer.absent.contains(function) }
    host = lender.sized(
      hsw_host(
        size: 0, flags: offer.shape.unknownFlags | offer.flags, ctx: nil, name: lender.text("hookswitch conform"),
        version: lender.text("1.0"), get_extension: harnessGetExtension, report_provider: harnessReportProvider,
        report_line: harnessReportLine, report_reset: harnessReportReset, report_incoming: harnessReportIncoming,
        report_update: harnessReportUpdate, report_state: harnessReportState, report_dtmf: harnessReportDTMF,
        report_ended: harnessReportEnded, action_done: harnessActionDone, deactivated: harnessDeactivated, post: harnessPost,
        request_restart: harnessRequestRestart))
    let flags = offer.shape.unknownFlags
    if offer.extensions.contains(.loop) {
      extensions[HSW_HEXT_LOOP] = UnsafeRawPointer(
        lender.sized(
          hsw_host_loop(
            size: 0, flags: flags, add_fd: harnessAddFD, mod_fd: harnessModFD, del_fd: harnessDelFD, add_timer: harnessAddTimer,
            del_timer: harnessDelTimer, now_ns: harnessNow)))
    }
    if offer.extensions.contains(.log) {
      extensions[HSW_HEXT_LOG] = UnsafeRawPointer(
        lender.sized(
          hsw_host_log(
            size: 0, flags: flags, enabled: has(.logEnabled) ? harnessLogEnabled : nil, log: has(.log) ? harnessLog : nil,
            wire: has(.wire) ? harnessWire : nil)))
    }
    if offer.extensions.contains(.threads) {
      extensions[HSW_HEXT_THREADS] = UnsafeRawPointer(
        lender.sized(
          hsw_host_threads(
            size: 0, flags: flags, is_loop: has(.isLoop) ? harnessIsLoop : nil, is_media: has(.isMedia) ? harnessIsMedia : nil)))
    }
    if offer.extensions.contains(.transfer) {
      extensions[HSW_HEXT_TRANSFER] = UnsafeRawPointer(
        lender.sized(
          hsw_host_transfer(
            size: 0, flags: flags, report_progress: has(.transferProgress) ? harnessTransferProgress : nil,
            report_request: has(.transferRequest) ? harnessTransferRequest : nil)))
    }
    if offer.extensions.contains(.secrets) {
      extensions[HSW_HEXT_SECRETS] = UnsafeRawPointer(
        lender.sized(hsw_host_secrets(size: 0, flags: flags, get: has(.getSecret) ? harnessGetSecret : nil)))
    }
  }

  /// Returns the host's own table, with the context that its functions receive.
  func bound(to context: UnsafeMutableRawPointer) -> UnsafePointer<hsw_host> {
    host.pointee.ctx = context
    return UnsafePointer(host)
  }
}
