package import TransportABI

// The functions of the extensions beside calls; each throws `TestSkip` if the plugin does not offer it.
extension PluginInstance {
  package func setHeld(_ call: CallRef, _ on: UInt32, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_HOLD, hsw_hold()).set_held, "hold.set_held")
    return act("hold.set_held", call: call.id, on <= 1 ? .hold(on == 1) : .other, saying: "on \(on)") {
      function(table.ctx, $1, call.handle, on, deadline)
    }
  }

  package func setMuted(_ call: CallRef, _ on: UInt32, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_MUTE, hsw_mute()).set_muted, "mute.set_muted")
    return act("mute.set_muted", call: call.id, saying: "on \(on)") { function(table.ctx, $1, call.handle, on, deadline) }
  }

  package func play(_ call: CallRef, _ digits: [UInt8], kind: UInt32 = HSW_DTMF_TONE, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_DTMF, hsw_dtmf()).play, "dtmf.play")
    return act("dtmf.play", call: call.id, saying: "\(digits.count) digits") {
      function(table.ctx, $1, call.handle, $0.optional(digits), kind, deadline)
    }
  }

  package func play(_ call: CallRef, _ digits: String, kind: UInt32 = HSW_DTMF_TONE) throws -> ActionRef {
    try play(call, Array(digits.utf8), kind: kind)
  }

  /// Puts `call` into the group of `other`, or, if that is nil, out of its group.
  package func setGroup(_ call: CallRef, with other: CallRef?, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_GROUP, hsw_group()).set_group, "group.set_group")
    return act("group.set_group", call: call.id, saying: other.map { "with \($0)" } ?? "alone") {
      function(table.ctx, $1, call.handle, hsw_call(id: other?.id ?? 0), deadline)
    }
  }

  package func transfer(_ call: CallRef, to target: CallTarget, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_TRANSFER, hsw_transfer()).blind, "transfer.blind")
    return act("transfer.blind", call: call.id, saying: "to \(target.text)") {
      function(table.ctx, $1, call.handle, target.lent(by: $0), deadline)
    }
  }

  package func transfer(_ call: CallRef, with other: CallRef, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_TRANSFER, hsw_transfer()).attended, "transfer.attended")
    return act("transfer.attended", call: call.id, saying: "with \(other)") {
      function(table.ctx, $1, call.handle, other.handle, deadline)
    }
  }

  /// Sends the caller of a ringing call on to another handle.
  package func deflect(_ call: CallRef, to target: CallTarget, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_DEFLECT, hsw_deflect()).deflect, "deflect.deflect")
    return act("deflect.deflect", call: call.id, saying: "to \(target.text)") {
      function(table.ctx, $1, call.handle, target.lent(by: $0), deadline)
    }
  }

  /// Gives the host's verdict on a transfer that the far end requested.
  package func verdict(_ call: CallRef, accepted: UInt32, _ fault: Fault? = nil) throws -> hsw_status {
    let function = try need(need(HSW_EXT_TRANSFER, hsw_transfer()).verdict, "transfer.verdict")
    return cross("transfer.verdict", call: call.id, saying: "accepted \(accepted)") { lender in
      function(table.ctx, call.handle, accepted, fault.map { UnsafePointer($0.lent(by: lender)) })
    }
  }

  package func setRegistered(_ on: UInt32, deadline: UInt32 = 30_000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_LINE, hsw_line()).set_registered, "line.set_registered")
    return act("line.set_registered", saying: "on \(on)") { function(table.ctx, $1, on, deadline) }
  }

  package func ping(deadline: UInt32 = 2000) throws -> ActionRef {
    let function = try need(need(HSW_EXT_HEALTH, hsw_health()).ping, "health.ping")
    return act("health.ping") { function(table.ctx, $1, deadline) }
  }
}

extension Fault {
  /// Lends the error as a struct, for one plugin function.
  func lent(by lender: Lender) -> UnsafeMutablePointer<hsw_error> {
    var error = hsw_error()
    error.code = code
    error.native = native
    error.cause = cause
    error.domain = lender.optional(Array(domain.utf8))
    error.message = lender.optional(Array(message.utf8))
    return lender.sized(error)
  }
}
