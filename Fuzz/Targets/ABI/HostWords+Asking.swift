internal import TransportABI

@testable internal import TransportKit

extension HostWords {
  /// Makes one request.
  func ask() {
    let context = instance.ctx
    let (call, other) = (hsw_call(id: lender.handle()), hsw_call(id: lender.handle()))
    let action = hsw_action(id: draw.byte() < 16 ? lender.handle() : 100 + UInt64(draw.below(200)))
    let status: hsw_status? =
      switch draw.below(25) {
      case 0, 1, 2: table(HSW_EXT_CALLS, hsw_calls.self)?.start?(context, action, call, lender.callInfo(), draw.word())
      case 3: table(HSW_EXT_CALLS, hsw_calls.self)?.answer?(context, action, call, draw.word())
      case 4: table(HSW_EXT_CALLS, hsw_calls.self)?.end?(context, action, call, draw.code(), draw.word())
      case 5:
        table(HSW_EXT_CALLS, hsw_calls.self)?.shown.map { shown in
          shown(context, call)
          return HSW_OK
        }
      case 6:
        table(HSW_EXT_CALLS, hsw_calls.self)?.cancel.map { cancel in
          cancel(context, action)
          return HSW_OK
        }
      case 7: table(HSW_EXT_HOLD, hsw_hold.self)?.set_held?(context, action, call, draw.code(), 0)
      case 8: table(HSW_EXT_MUTE, hsw_mute.self)?.set_muted?(context, action, call, draw.code(), 0)
      case 9: table(HSW_EXT_DTMF, hsw_dtmf.self)?.play?(context, action, call, lender.string(), draw.code(), 0)
      case 10: table(HSW_EXT_GROUP, hsw_group.self)?.set_group?(context, action, call, other, 0)
      case 11: table(HSW_EXT_TRANSFER, hsw_transfer.self)?.blind?(context, action, call, lender.callInfo(), 0)
      case 12: table(HSW_EXT_TRANSFER, hsw_transfer.self)?.attended?(context, action, call, other, 0)
      case 13: table(HSW_EXT_TRANSFER, hsw_transfer.self)?.verdict?(context, call, draw.code(), lender.errorOrNone())
      case 14: table(HSW_EXT_LINE, hsw_line.self)?.set_registered?(context, action, draw.code(), 0)
      case 15: table(HSW_EXT_CONFIG, hsw_config.self)?.apply?(context, action, lender.string(), 0)
      case 16: table(HSW_EXT_HEALTH, hsw_health.self)?.ping?(context, action, 0)
      case 17: stream()
      case 18: table(HSW_EXT_TESTPEER, hsw_test_peer.self)?.dialable?(context, lender.table(hsw_call_info()))
      case 19: table(HSW_EXT_TESTPEER, hsw_test_peer.self)?.call?(context, lender.callInfo())
      case 20: table(HSW_EXT_TESTPEER, hsw_test_peer.self)?.order?(context, call, draw.code(), lender.string())
      case 21: instance.deactivate?(context, draw.bit() ? draw.word() : 0)
      case 22: instance.activate?(context, HostWords.why(lender))
      case 23: table(HSW_EXT_DEFLECT, hsw_deflect.self)?.deflect?(context, action, call, lender.callInfo(), 0)
      default: instance.get_extension?(context, "org.hookswitch.none/1") == nil ? HSW_OK : nil
      }
    guard let status else { preconditionFailure("a function is NULL, or an unknown extension is offered") }
    precondition(status <= HSW_PENDING && status >= -15, "it answered \(status), which is not a status")
  }

  /// Calls a plugin function that takes a sink or a source; these move arbitrary amounts.
  private func stream() -> hsw_status? {
    let context = Unmanaged.passUnretained(draw).toOpaque()
    var sink = hsw_sink(ctx: context, write: draw.byte() < 8 ? nil : take)
    var source = hsw_source(ctx: context, read: draw.byte() < 8 ? nil : give)
    return switch draw.below(4) {
    case 0: table(HSW_EXT_STATE, hsw_state.self)?.save?(instance.ctx, &sink)
    case 1: table(HSW_EXT_STATE, hsw_state.self)?.load?(instance.ctx, &source)
    case 2: table(HSW_EXT_DIAG, hsw_diag.self)?.dump?(instance.ctx, hsw_call(id: lender.handle()), draw.code(), &sink)
    default: table(HSW_EXT_TESTPEER, hsw_test_peer.self)?.observe?(instance.ctx, hsw_call(id: lender.handle()), &sink)
    }
  }

  private func table<Table>(_ id: String, _ type: Table.Type) -> Table? {
    instance.get_extension?(instance.ctx, id)?.assumingMemoryBound(to: Table.self).pointee
  }
}

/// Returns the number of bytes that a stream claims to have moved: all, some, none, or an impossible number.
private func moved(_ context: UnsafeMutableRawPointer?, _ count: Int) -> Int64 {
  guard let context else { return -1 }
  let draw = Unmanaged<Draw>.fromOpaque(context).takeUnretainedValue()
  return switch draw.byte() {
  case 0..<160: Int64(min(count, draw.below(64)))
  case 160..<240: Int64(count)
  case 240..<250: -1
  default: draw.bit() ? .max : .min
  }
}

private func take(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer, _ count: Int) -> Int64 {
  _ = Array(UnsafeRawBufferPointer(start: bytes, count: count))
  return moved(context, count)
}

private func give(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
  let given = moved(context, count)
  if given > 0 { bytes.initializeMemory(as: UInt8.self, repeating: 0x61, count: min(count, Int(given))) }
  return given
}
