import CSIPStack
import Glibc
import Locking
import SIPWire

/// A stack on a free port of 127.0.0.1 that treats each call in a set manner.
///
/// `@unchecked Sendable`: a lock guards all that changes; any thread may call the stack's functions.
final class StackUnderTest: @unchecked Sendable {
  /// The treatment of an incoming call.
  enum Manners: Sendable {
    case answers
    case rings
    case saysNothing
  }

  /// The stack's events so far.
  struct Told: Sendable {
    var calls: [String] = []
    /// The numbers of their dialogs.
    var numbers: [UInt64] = []
    var up: Set<UInt64> = []
    var over: Set<UInt64> = []
    var replaces: [UInt64] = []
    var offers: [String] = []
    /// Our descriptions as sent.
    var ours: [String] = []
    var infos = 0
    var cancelled = 0
    var hungUp = 0
    var referred = 0
    var floods: [Flood] = []
    /// The first recorded messages.
    var wire: [String] = []
    /// For each call with Replaces, true when it may replace the other call.
    var mayReplace: [Bool] = []
  }

  struct Flood: Sendable {
    var refused: UInt32
    var dropped: UInt32
    var cut: UInt32
    var source: String
  }

  struct CannotStart: Error {
    var why: String
  }

  /// `@unchecked Sendable`: any thread may call a stack's functions.
  private struct Handle: @unchecked Sendable {
    var pointer: OpaquePointer
  }

  let told = Signal(Told())
  private let stack = Locked<Handle?>(nil)
  private let manners: Manners

  /// - Parameter lent: The sockets and calls of another stack, which stay the caller's.
  init(
    _ manners: Manners = .answers, limits: csip_limits = csip_limits(), traces: Bool = false, host: String = "127.0.0.1",
    taking lent: Lent? = nil
  ) throws {
    self.manners = manners
    var error = [CChar](repeating: 0, count: 256)
    let context = Unmanaged.passUnretained(self).toOpaque()
    let lent = lent ?? Lent()
    let pointer = "sip:\(host):\(lent.port.map(String.init) ?? "*")".withCString { url in
      lent.sockets.withUnsafeBufferPointer { sockets in
        lent.calls.withUnsafeBufferPointer { calls in
          var settings = csip_settings(
            url: url, sips_url: nil, certificates: nil, checks_certificates: 1, resolver: nil, session_expires: 1800,
            min_session_expires: 90, transaction_seconds: 32, user_agent: nil, limits: limits, inherited: sockets.baseAddress,
            n_inherited: sockets.count, calls: calls.baseAddress, calls_bytes: calls.count, link: lent.link, is_traced: traces ? 1 : 0)
          return csip_start(&settings, hear, overhear, context, &error, error.count)
        }
      }
    }
    guard let pointer else {
      throw CannotStart(why: String(decoding: error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    stack.withLock { $0 = Handle(pointer: pointer) }
  }

  deinit {
    stop()
  }

  /// Stops the stack without any message for the calls that are up.
  func stop() {
    let last = stack.withLock { stack in
      defer { stack = nil }
      return stack
    }
    if let last { csip_stop(last.pointer, 0) }
  }

  var port: UInt16 { stack.withLock { $0.map { csip_port($0.pointer) } ?? 0 } }

  func trust(_ address: String) {
    stack.withLock { if let stack = $0 { csip_trust(stack.pointer, address) } }
  }

  /// Gives the stack, while it runs, to `body`.
  func with<Result>(_ body: (OpaquePointer) -> Result) -> Result? { stack.withLock { $0 }.map { body($0.pointer) } }

  func end(_ dialog: UInt64) {
    stack.withLock { if let stack = $0 { csip_end(stack.pointer, dialog, nil) } }
  }

  /// Calls a port of the stack's own address.
  func call(_ port: UInt16, as dialog: UInt64 = 1, from host: String = "127.0.0.1") {
    guard let stack = stack.withLock({ $0 })?.pointer else { return }
    "sip:us@\(host)".withCString { us in
      var who = csip_identity(
        uri: us, name: nil, contact: nil, route: nil, user: nil, password: nil, privacy: nil, realm: nil, homes: nil, answers_without_qop: 1
      )
      csip_invite(stack, dialog, &who, "sip:them@\(host):\(port)", SIPText.offer(host), nil)
    }
  }

  fileprivate func recorded(_ text: String) {
    told.change { if $0.wire.count < 16 { $0.wire.append(text) } }
  }

  fileprivate func heard(_ event: UnsafePointer<csip_event>) {
    let dialog = event.pointee.dialog
    let text = { (pointer: UnsafePointer<CChar>?) in pointer.map { String(cString: $0) } ?? "" }
    switch event.pointee.kind {
    case CSIP_CALL:
      told.change {
        $0.calls.append(text(event.pointee.call_id))
        $0.numbers.append(dialog)
        $0.replaces.append(event.pointee.replaces)
        $0.mayReplace.append(event.pointee.may_replace != 0)
        $0.offers.append(text(event.pointee.remote_sdp))
      }
      take(dialog)
    case CSIP_SESSION:
      if let session = event.pointee.local_sdp { told.change { $0.ours.append(text(session)) } }
    case CSIP_ANSWERED: told.change { $0.up.insert(dialog) }
    case CSIP_OVER: told.change { $0.over.insert(dialog) }
    case CSIP_TONES: told.change { $0.infos += 1 }
    case CSIP_CANCELLED: told.change { $0.cancelled += 1 }
    case CSIP_REFER: told.change { $0.referred += 1 }
    case CSIP_HUNG_UP: told.change { $0.hungUp += 1 }
    case CSIP_REFUSED_FLOOD:
      let flood = Flood(
        refused: event.pointee.refused, dropped: event.pointee.dropped, cut: event.pointee.cut, source: text(event.pointee.source))
      told.change { $0.floods.append(flood) }
    default: break
    }
  }

  private func take(_ dialog: UInt64) {
    // Events may come before the stack's start returns, but no call does: no caller knows the port yet.
    guard let stack = stack.withLock({ $0 })?.pointer else { return }
    switch manners {
    case .answers: csip_answer(stack, dialog, SIPText.offer("127.0.0.1"))
    case .rings: csip_ring(stack, dialog, 180, nil)
    case .saysNothing: break
    }
  }
}

private func hear(_ context: UnsafeMutableRawPointer?, _ event: UnsafePointer<csip_event>) {
  guard let context else { return }
  Unmanaged<StackUnderTest>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.heard(event) }
}

/// Records messages, which come while the stack is traced.
private func overhear(
  _ context: UnsafeMutableRawPointer?, _ isOutgoing: UInt32, _ callID: UnsafePointer<CChar>, _ text: UnsafePointer<CChar>, _ bytes: Int
) {
  precondition(strlen(text) <= bytes && strlen(callID) < 256, "a message without an end")
  guard let context else { return }
  Unmanaged<StackUnderTest>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.recorded(String(cString: text)) }
}

extension csip_limits {
  /// The default limits with a change.
  init(_ change: (inout csip_limits) -> Void) {
    self.init()
    change(&self)
  }
}
