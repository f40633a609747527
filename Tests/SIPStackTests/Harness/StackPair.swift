import CSIPStack
import Glibc
import SIPWire

/// The sockets and calls of a stack on their way to another one.
struct Lent {
  var sockets: [Int32] = []
  var calls: [UInt8] = []
  var link: Int32 = -1
  var port: UInt16?
}

/// Two versions of a stack: the new one takes the sockets of the old one.
final class StackPair {
  struct Failed: Error {
    var step: String
  }

  let old: StackUnderTest
  private(set) var new: StackUnderTest?
  private(set) var links: (old: Int32, new: Int32) = (-1, -1)
  private var lent = Lent()

  init(_ old: StackUnderTest) throws {
    self.old = old
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failed(step: "socketpair") }
    links = (ends[0], ends[1])
  }

  deinit {
    new?.stop()
    old.stop()
    closeLent()
    for end in [links.old, links.new] where end >= 0 { close(end) }
  }

  /// Closes the host's own end of the new version.
  func closeLink() {
    close(links.new)
    links.new = -1
  }

  /// Stops the old stack, and begins the new one.
  func begin(_ manners: StackUnderTest.Manners = .answers, lending: Int = Int(CSIP_LEND_MAX)) throws {
    try give(lending: lending)
    new = try StackUnderTest(manners, taking: lent)
    closeLent()
  }

  /// Stops the old stack.
  func give(lending most: Int = Int(CSIP_LEND_MAX)) throws {
    var sockets = [Int32](repeating: -1, count: Int(CSIP_LEND_MAX))
    guard let count = old.with({ csip_lend($0, &sockets) }), count > 0 else { throw Failed(step: "csip_lend") }
    lent = Lent(sockets: Array(sockets.prefix(Int(count))), link: links.new, port: old.port)
    for socket in lent.sockets.dropFirst(most) { close(socket) }
    lent.sockets = Array(lent.sockets.prefix(most))
    var calls = csip_calls()
    guard old.with({ csip_give($0, links.old, &calls) }) == 0 else {
      closeLent()
      throw Failed(step: "csip_give")
    }
    lent.calls = Array(UnsafeBufferPointer(start: calls.bytes, count: calls.count))
    csip_calls_free(&calls)
  }

  /// Settles as a host does: the new one first.
  func take() {
    _ = new?.with { csip_settle($0, CSIP_TAKEN) }
    _ = old.with { csip_settle($0, CSIP_TAKEN) }
  }

  func settleOld(_ outcome: UInt32) { _ = old.with { csip_settle($0, outcome) } }
  func settleNew(_ outcome: UInt32) { _ = new?.with { csip_settle($0, outcome) } }

  /// Ends the new stack without a message.
  func stopNew() {
    new?.stop()
    new = nil
  }

  private func closeLent() {
    for socket in lent.sockets { close(socket) }
    lent.sockets = []
  }
}
