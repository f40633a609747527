internal import TransportABI

/// A host whose table and extensions may be cut off, too long or incomplete, and whose answers come from the fuzzer's bytes.
///
/// It keeps the duties of every host: each accepted function runs once, on the loop, outside any other plugin function, before destroy.
final class LentHost {
  let lender: Lender
  var draw: Draw { lender.draw }
  /// The functions that run later, in order: posted functions, timers and secret callbacks.
  var later: [() -> Void] = []
  var timers: Set<UInt64> = []
  var lastTimer: UInt64 = 0
  private var extensions: [String: UnsafeRawPointer?] = [:]

  init(_ lender: Lender) {
    self.lender = lender
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> LentHost {
    guard let context else { preconditionFailure("a function of the host's was called without its context") }
    return Unmanaged<LentHost>.fromOpaque(context).takeUnretainedValue()
  }

  /// Returns a status, mostly HSW_OK.
  func status() -> hsw_status { draw.byte() < 200 ? HSW_OK : -Int32(draw.below(16)) }

  /// Checks that the plugin passes valid strings.
  func check(_ strings: hsw_str...) {
    for string in strings where string.n != 0 {
      guard let start = string.p else { preconditionFailure("a string at NULL has \(string.n) bytes") }
      let bytes = UnsafeRawBufferPointer(start: start, count: string.n)
      precondition(string.n > 0 && string.n <= Int(HSW_STR_MAX) && start[string.n] == 0 && !bytes.contains(0), "a bad string was sent")
      precondition(String(validating: bytes, as: UTF8.self) != nil, "a string that is not UTF-8 was sent")
    }
  }

  func check(_ error: UnsafePointer<hsw_error>?) {
    if let error { check(error.pointee.domain, error.pointee.message) }
  }

  func check(_ info: UnsafePointer<hsw_call_info>) {
    let info = info.pointee
    check(
      info.handle_kind, info.handle, info.display_name, info.local_handle, info.diverted_from, info.correlation_id, info.extra_json)
  }

  /// Runs the pending functions and those that they add, for a limited number of rounds.
  func runLater(rounds: Int = 3) {
    for _ in 0..<rounds {
      let due = later
      later = []
      for item in due { item() }
    }
  }

  func table() -> UnsafePointer<hsw_host> {
    let whole = hsw_host(
      size: 0, flags: draw.byte() < 250 ? 0 : draw.word(), ctx: Unmanaged.passUnretained(self).toOpaque(), name: lender.string(),
      version: lender.string(), get_extension: { LentHost.at($0).extensionTable(String(cString: $1)) },
      report_provider: { host, provider in
        LentHost.at(host).check(provider.pointee.name)
        return LentHost.at(host).status()
      },
      report_line: { host, _, _, error in
        LentHost.at(host).check(error)
        return LentHost.at(host).status()
      },
      report_reset: { host, error in
        LentHost.at(host).check(error)
        return LentHost.at(host).status()
      },
      report_incoming: { host, _, _, info in
        LentHost.at(host).check(info)
        return LentHost.at(host).status()
      },
      report_update: { host, _, _, info in
        LentHost.at(host).check(info)
        return LentHost.at(host).status()
      },
      report_state: { host, _, _, _ in LentHost.at(host).status() },
      report_dtmf: { host, _, _, digits in
        LentHost.at(host).check(digits)
        return LentHost.at(host).status()
      },
      report_ended: { host, _, _, _, error in
        LentHost.at(host).check(error)
        return LentHost.at(host).status()
      },
      action_done: { host, _, _, error in
        LentHost.at(host).check(error)
        return LentHost.at(host).status()
      },
      deactivated: { LentHost.at($0).status() },
      post: { context, body, argument in
        let host = LentHost.at(context)
        guard host.status() == HSW_OK else { return HSW_E_STATE }
        host.later.append { body(argument) }
        return HSW_OK
      },
      request_restart: { host, why in
        LentHost.at(host).check(why)
        return LentHost.at(host).status()
      })
    return UnsafePointer(lender.table(whole, cutAt: 8))
  }

  private func extensionTable(_ id: String) -> UnsafeRawPointer? {
    if let known = extensions[id] { return known }
    let made = draw.byte() < 30 ? nil : makeExtension(id)
    extensions[id] = .some(made)
    return made
  }
}
