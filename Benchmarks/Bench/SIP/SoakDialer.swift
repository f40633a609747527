import CallControl
import Dispatch
import FoundationEssentials
import Hookswitch
import Synchronization

/// Calls that the soaked host makes itself: each is ended by it. (SIPp as it is answers no hold; those that come in are held.)
final class SoakDialer: Sendable {
  private let host: CallHost
  private let handle: Handle
  private let queue = DispatchQueue(label: "soak.dialer")
  private let count = Atomic<Int>(0)

  init(_ host: CallHost, calling port: UInt16) {
    self.host = host
    handle = Handle(parsing: "sip:soak@127.0.0.1:\(port)")
  }

  /// Five calls a second, for as long as the process lives.
  func begin() {
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
      let number = count.add(1, ordering: .relaxed).newValue
      // A line is free again long before its number comes round.
      let controller = CallController(host: host, line: LineID(rawValue: "out \(number % 100)"))
      controller.submit(Transaction(action: StartCallAction(call: CallID(), handle: handle))) { _ in }
      begin()
    }
  }

  /// A call of ours is up.
  func isUp(_ call: CallID, on line: LineID) {
    let controller = CallController(host: host, line: line)
    queue.asyncAfter(deadline: .now() + .milliseconds(1500)) {
      controller.submit(Transaction(action: EndCallAction(call: call))) { _ in }
    }
  }
}
