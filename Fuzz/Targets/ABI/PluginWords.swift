internal import CallControl
internal import TransportABI

@testable internal import TransportLoader

/// A plugin whose reports come from the fuzzer's bytes, with a host whose actions do too.
struct PluginWords {
  /// One for all inputs, because memory given to a plugin is never freed.
  private static let context = HostContext()
  private static let host = HostAddress(HostTables.host(for: context, name: "fuzz", version: "1"))

  /// A pointer to an immutable table that lives for ever, so `@unchecked Sendable` holds.
  private struct HostAddress: @unchecked Sendable {
    let table: UnsafePointer<hsw_host>
    init(_ table: UnsafePointer<hsw_host>) { self.table = table }
  }

  private let lender: Lender
  private let instance = BookedInstance()
  private var draw: Draw { lender.draw }

  init(_ lender: Lender) {
    self.lender = lender
  }

  /// Reports until the bytes are used up.
  func sayAll() {
    Self.context.set(instance)
    defer { Self.context.set(nil) }
    instance.ledger.phase = .active
    while !draw.isEmpty {
      if draw.byte() < 96 { turn() } else { say() }
      check()
    }
  }

  /// Changes the ledger like a host.
  private func turn() {
    let call = CallHandle(rawValue: lender.handle())
    let action = ActionHandle(rawValue: lender.handle())
    switch draw.below(16) {
    case 0, 1:
      let booking = instance.ledger.book(.start, of: .new(draw.bit() ? CallID.fresh() : nil))
      if booking.result == .booked, draw.bit() { _ = instance.ledger.deliver(booking.action) }
    case 2, 3:
      let effects: [InstanceLedger.Effect] = [.answer, .end, .hold(true), .hold(false), .transfer(with: call), .other]
      let booking = instance.ledger.book(effects[draw.below(6)], of: .call(call))
      if booking.result == .booked, draw.bit() { _ = instance.ledger.deliver(booking.action) }
    case 4: _ = instance.ledger.deliver(action)
    case 5: _ = instance.ledger.cancel(action)
    case 6: _ = instance.ledger.forgetCancelled(action)
    case 7: instance.ledger.returned(Int32(bitPattern: draw.word()) >> 24, for: action)
    case 8: instance.flush()
    case 9:
      let phases: [InstancePhase] = [.active, .active, .active, .initialized, .draining, .deactivated, .destroying, .destroyed]
      instance.ledger.phase = phases[draw.below(8)]
      if draw.byte() > 200 { instance.ledger.reset() }
    case 10: instance.wantsWire.toggle()
    default:
      instance.ledger.phase = .active
    }
  }

  /// Makes one report of the plugin.
  private func say() {
    lender.forgetStrings()
    let (table, misbehaviour) = (Self.host.table.pointee, instance.ledger.misbehaviour.malformed)
    let (call, time) = (hsw_call(id: lender.handle()), draw.long())
    var mustBeSound = true
    let status: hsw_status?
    switch draw.below(17) {
    case 0, 1: status = table.report_incoming?(table.ctx, call, time, lender.callInfo())
    case 2: status = table.report_update?(table.ctx, call, time, lender.callInfo())
    case 3: status = table.report_state?(table.ctx, call, time, draw.code())
    case 4: status = table.report_dtmf?(table.ctx, call, time, lender.string())
    case 5: status = table.report_provider?(table.ctx, lender.provider())
    case 14: status = Self.transfer(table, lender, call, time)
    case 15: Self.formats(lender); return
    case 6:
      // A plugin asks before it makes a message; in some phases the host answers no to every plugin.
      precondition(instance.wantsWire || !Self.isWireWanted(table), "enabled answers for an earlier wish")
      status = Self.log(table, lender)
      mustBeSound = false
      if !lender.areStringsSound, canHear {
        precondition(instance.ledger.misbehaviour.malformed > misbehaviour, "a bad message was logged")
      }
    default:
      // A report with an invalid error is still valid.
      mustBeSound = false
      status = report(table, call, time)
    }
    guard let status else { preconditionFailure("a function of the host's is NULL") }
    precondition(status <= HSW_OK, "a report is accepted or refused, not: \(status)")
    precondition(status != HSW_OK || !mustBeSound || lender.areStringsSound, "an invalid string was accepted")
  }

  private var canHear: Bool { instance.canSpeak }

  /// Returns true when the host wants messages of the network protocol; a plugin asks before it makes one.
  private static func isWireWanted(_ table: hsw_host) -> Bool {
    let pointer = table.get_extension?(table.ctx, HSW_HEXT_LOG)
    return pointer?.assumingMemoryBound(to: hsw_host_log.self).pointee.enabled?(table.ctx, UInt32(HSW_LOG_TRACE)) == 1
  }

  private static func log(_ table: hsw_host, _ lender: Lender) -> hsw_status {
    let pointer = table.get_extension?(table.ctx, HSW_HEXT_LOG)
    guard let log = pointer?.assumingMemoryBound(to: hsw_host_log.self).pointee else { return HSW_E_STATE }
    if lender.draw.bit() {
      log.wire?(table.ctx, hsw_call(id: lender.handle()), lender.draw.long(), lender.draw.word(), lender.string(), lender.string())
    } else {
      log.log?(table.ctx, 1 + UInt32(lender.draw.below(3)), lender.string(), lender.string())
    }
    return HSW_OK
  }

  private static func transfer(_ table: hsw_host, _ lender: Lender, _ call: hsw_call, _ time: UInt64) -> hsw_status? {
    let pointer = table.get_extension?(table.ctx, HSW_HEXT_TRANSFER)
    guard let transfer = pointer?.assumingMemoryBound(to: hsw_host_transfer.self).pointee else { return HSW_E_STATE }
    if lender.draw.bit() { return transfer.report_request?(table.ctx, call, time, lender.callInfo()) }
    let (action, native) = (hsw_action(id: lender.handle()), Int32(bitPattern: lender.draw.word()))
    return transfer.report_progress?(table.ctx, action, time, native, lender.string())
  }

  /// Reads a list of audio formats with arbitrary entries and counts.
  private static func formats(_ lender: Lender) {
    let read = try? AudioFormatList.read { out, stride, count in
      for index in 0..<Int(min(count.pointee, 8)) {
        let entry = hsw_audio_format(
          size: lender.draw.word() & 31, rate: TransportAudioFormat.rates[lender.draw.below(3)], channels: UInt16(lender.draw.below(3)),
          sample: UInt16(lender.draw.below(3)), frame_us: lender.draw.bit() ? 20_000 : lender.draw.word())
        (UnsafeMutableRawPointer(out) + index * Int(stride)).storeBytes(of: entry, as: hsw_audio_format.self)
      }
      if lender.draw.bit() { count.pointee = lender.draw.word() >> 20 }
      return lender.draw.bit() ? HSW_OK : Int32(truncatingIfNeeded: lender.draw.word()) % 16
    }
    precondition(Set(read ?? []).count == (read ?? []).count && (read ?? []).count <= 3, "a list of formats was not checked")
  }

  private func report(_ table: hsw_host, _ call: hsw_call, _ time: UInt64) -> hsw_status? {
    switch draw.below(7) {
    case 0: table.report_line?(table.ctx, draw.code(), draw.word(), lender.errorOrNone())
    case 1: table.report_reset?(table.ctx, lender.errorOrNone())
    case 2: table.report_ended?(table.ctx, call, time, draw.code(), lender.errorOrNone())
    case 3: table.deactivated?(table.ctx)
    case 4: table.request_restart?(table.ctx, lender.string())
    default: table.action_done?(table.ctx, hsw_action(id: lender.handle()), time, lender.errorOrNone())
    }
  }

  /// Checks the invariants of the ledger.
  private func check() {
    let ledger = instance.ledger
    precondition(ledger.calls.sorted.allSatisfy { $0.value.pending >= 0 }, "more actions are done than were requested")
    var done: Set<UInt64> = []
    for case .completed(let action, _) in ledger.words {
      precondition(done.insert(action.handle.rawValue).inserted, "an action was completed twice")
    }
    if ledger.words.count > 16 { instance.flush() }
  }
}
