package import TransportABI
internal import TransportLoader

/// The host's tables for one instance, each before a guard page.
struct HostTables {
  /// The memory of the tables.
  let blocks: [GuardedArena.Block]
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
    if let first = MemoryLayout<hsw_host>.offset(of: \.get_extension) {
      ExecutorProcess.lendAll(UnsafeMutableRawPointer(host), from: first, to: ContractVersion.firstSize(of: hsw_host.self))
    }
    if offer.scrubsStack { Self.scrub(host) }
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
    let lengths: [HostExtension: Int] = [
      .log: MemoryLayout<hsw_host_log>.size, .threads: MemoryLayout<hsw_host_threads>.size,
      .transfer: MemoryLayout<hsw_host_transfer>.size, .secrets: MemoryLayout<hsw_host_secrets>.size,
    ]
    for (id, table) in extensions {
      let length = id == HSW_HEXT_LOOP ? MemoryLayout<hsw_host_loop>.size : lengths.first { $0.key.id == id }?.value ?? 8
      ExecutorProcess.lendAll(UnsafeMutableRawPointer(mutating: table), from: 8, to: length)
    }
    blocks = lender.handOver()
    for (name, length) in lengths where offer.cut.contains(name) {
      if let table = extensions[name.id] { Self.cut(table, length: length) }
    }
  }

  /// Cuts an extension's table to its size and flags; what lies behind is poison.
  private static func cut(_ table: UnsafeRawPointer, length: Int) {
    let bytes = UnsafeMutableRawPointer(mutating: table)
    bytes.storeBytes(of: 8, as: UInt32.self)
    (bytes + 8).initializeMemory(as: UInt8.self, repeating: 0xE7, count: length - 8)
  }

  /// Has each function of the host's table scrub the stack before it reads what the plugin gave it.
  private static func scrub(_ host: UnsafeMutablePointer<hsw_host>) {
    guard let first = MemoryLayout<hsw_host>.offset(of: \.get_extension) else { return }
    let count = (ContractVersion.firstSize(of: hsw_host.self) - first) / MemoryLayout<UnsafeMutableRawPointer?>.size
    let functions = (UnsafeMutableRawPointer(host) + first).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    ExecutorProcess.scrubBefore(functions, Int32(count))
  }

  /// Returns the host's own table, with the context that its functions receive.
  func bound(to context: UnsafeMutableRawPointer) -> UnsafePointer<hsw_host> {
    host.pointee.ctx = context
    return UnsafePointer(host)
  }
}

/// A host's properties, any of which a plugin must cope with.
package struct HostOffer: Sendable, Hashable {
  /// A host that offers everything in version 1.0.
  package static let full = HostOffer()
  /// The least that the contract promises: host-loop alone.
  static let bare = HostOffer(extensions: [.loop])

  /// The length of its structs.
  var shape = HostShape.usual
  /// The extensions that it offers.
  var extensions = Set(HostExtension.allCases)
  /// Extension functions that are NULL.
  package var absent: Set<HostFunction> = []
  /// Functions that return an error and do nothing.
  package var refusing: [HostFunction: hsw_status] = [:]
  /// Bits of `hsw_host.flags` in addition to those of its shape.
  package var flags: UInt32 = 0
  /// True to overwrite the unused part of the stack before each function of `hsw_host` reads its arguments.
  package var scrubsStack = false
  /// Extensions other than host-loop whose tables end before their first function.
  package var cut: Set<HostExtension> = []
  /// The secrets that it keeps, by name.
  var secrets: [String: String] = [:]

  package init(shape: HostShape = .usual, extensions: Set<HostExtension> = Set(HostExtension.allCases)) {
    self.shape = shape
    self.extensions = extensions
  }

  /// The same host without one of its extensions.
  package func without(_ missing: HostExtension) -> HostOffer {
    var offer = self
    offer.extensions.remove(missing)
    return offer
  }

  /// The same host with a function that returns an error.
  package func refusing(_ function: HostFunction, with status: hsw_status) -> HostOffer {
    var offer = self
    offer.refusing[function] = status
    return offer
  }

  /// The same host with these secrets.
  package func with(secrets: [String: String]) -> HostOffer {
    var offer = self
    offer.secrets = secrets
    return offer
  }

  /// The same host in another shape.
  package func shaped(_ shape: HostShape) -> HostOffer {
    var offer = self
    offer.shape = shape
    return offer
  }
}
