import CallControl
import Dispatch
import FoundationEssentials
import Hookswitch
import Synchronization

/// The outgoing calls of the soak test, which the host also ends.
///
/// SIPp's built-in callee answers no hold, so only incoming calls are held.
final class SoakDialer: Sendable {
  private let host: CallHost
  private let handle: Handle
  private let queue = DispatchQueue(label: "soak.dialer")
  private let count = Atomic<Int>(0)

  init(_ host: CallHost, calling port: UInt16) {
    self.host = host
    handle = Handle(parsing: "sip:soak@127.0.0.1:\(port)")
  }

  /// Dials five calls a second, for the life of the process.
  func begin() {
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
      let number = count.add(1, ordering: .relaxed).newValue
      // A line is free again long before its turn comes again.
      let controller = CallController(host: host, line: LineID(rawValue: "out \(number % 100)"))
      controller.submit(Transaction(action: StartCallAction(call: CallID(), handle: handle))) { _ in }
      begin()
    }
  }

  /// Ends an outgoing call 1.5 s after it became active.
  func isUp(_ call: CallID, on line: LineID) {
    let controller = CallController(host: host, line: line)
    queue.asyncAfter(deadline: .now() + .milliseconds(1500)) {
      controller.submit(Transaction(action: EndCallAction(call: call))) { _ in }
    }
  }
}
