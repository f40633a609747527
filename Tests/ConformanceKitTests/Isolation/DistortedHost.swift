import TransportABI

/// A proxy with one fault, to show that `iso.parity` can fail: a host in front of the kit's own, with the same functions.
///
/// It is never freed, like the hosts of the kit, because a plugin's process may keep its table.
final class DistortedHost {
  /// The faults: `p01` to `p03`.
  enum Fault: String, CaseIterable, Sendable {
    /// Drops one word about calls in 500.
    case drops = "p01"
    /// Swaps the words of two calls: what is said of each second call is said of the one before.
    case swaps = "p02"
    /// Gives times a millisecond early.
    case hastens = "p03"
  }

  private let fault: Fault
  fileprivate let behind: hsw_host
  private var count = 0
  private var last: UInt64 = 0

  private init(_ fault: Fault, _ behind: hsw_host) {
    self.fault = fault
    self.behind = behind
  }

  /// Puts a host with a fault in front of another one.
  static func front(_ fault: Fault) -> (UnsafePointer<hsw_host>) -> UnsafePointer<hsw_host> {
    // Counted over all instances of a run, so that one word in 500 is one in 500.
    let words = Counter()
    return { behind in
      let host = DistortedHost(fault, behind.pointee)
      host.words = words
      var table = behind.pointee
      // The context stays: the functions of the host's extensions get it too.
      if let context = table.ctx { hosts[context] = host }
      table.report_provider = { context, provider in distorted(context).behind.report_provider!(distorted(context).behind.ctx, provider) }
      table.report_line = { distorted($0).behind.report_line!(distorted($0).behind.ctx, $1, $2, $3) }
      table.report_reset = { distorted($0).behind.report_reset!(distorted($0).behind.ctx, $1) }
      table.report_incoming = { distorted($0).behind.report_incoming!(distorted($0).behind.ctx, $1, distorted($0).time($2), $3) }
      table.report_update = { distorted($0).behind.report_update!(distorted($0).behind.ctx, $1, distorted($0).time($2), $3) }
      table.report_state = { context, call, time, state in
        let host = distorted(context)
        return host.say(call) { host.behind.report_state!(host.behind.ctx, $0, host.time(time), state) }
      }
      table.report_dtmf = { context, call, time, digits in
        let host = distorted(context)
        return host.say(call) { host.behind.report_dtmf!(host.behind.ctx, $0, host.time(time), digits) }
      }
      table.report_ended = { context, call, time, reason, error in
        distorted(context).say(call) {
          distorted(context).behind.report_ended!(distorted(context).behind.ctx, $0, distorted(context).time(time), reason, error)
        }
      }
      table.action_done = { context, action, time, error in
        distorted(context).say(hsw_call()) { _ in
          distorted(context).behind.action_done!(distorted(context).behind.ctx, action, distorted(context).time(time), error)
        }
      }
      table.deactivated = { distorted($0).behind.deactivated!(distorted($0).behind.ctx) }
      table.post = { distorted($0).behind.post!(distorted($0).behind.ctx, $1, $2) }
      table.request_restart = { distorted($0).behind.request_restart!(distorted($0).behind.ctx, $1) }
      let memory = UnsafeMutablePointer<hsw_host>.allocate(capacity: 1)
      memory.initialize(to: table)
      return UnsafePointer(memory)
    }
  }

  private final class Counter { var count = 0 }
  private var words = Counter()

  fileprivate func time(_ time: UInt64) -> UInt64 { fault == .hastens ? time - min(time, 1_000_000) : time }

  fileprivate func say(_ call: hsw_call, _ body: (hsw_call) -> hsw_status) -> hsw_status {
    words.count += 1
    switch fault {
    case .drops where words.count % 500 == 0: return HSW_OK
    case .swaps where call.id != 0 && last != 0 && call.id != last:
      defer { last = 0 }
      return body(hsw_call(id: last))
    default:
      if call.id != 0 { last = call.id }
      return body(call)
    }
  }
}

/// The hosts in front, by the contexts of the hosts behind.
///
/// `nonisolated(unsafe)`: the tests of its suite run one after another, and a host is used on its test's thread alone.
nonisolated(unsafe) private var hosts: [UnsafeMutableRawPointer: DistortedHost] = [:]

private func distorted(_ context: UnsafeMutableRawPointer?) -> DistortedHost { hosts[context!]! }
