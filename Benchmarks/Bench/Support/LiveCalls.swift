import CallControl
import Hookswitch

/// Active calls on lines of their own, one a line.
enum LiveCalls {
  /// Dials calls on the host's provider, and waits until the host is at rest.
  ///
  /// - Parameters:
  ///   - count: The number of calls and lines.
  ///   - host: A host with one provider, which answers each call.
  static func dial(_ count: Int, on host: CallHost) async {
    for place in 0..<count {
      let controller = CallController(host: host, line: LineID(rawValue: "line \(place)"))
      let start = StartCallAction(call: CoreScript.call(UInt64(place) << 24), handle: CoreScript.handle)
      controller.submit(Transaction(action: start))
      // Let the host settle often: requests that wait for the provider's lane are not part of a call.
      if place.isMultiple(of: 256) { await host.settle() }
    }
    await host.settle()
  }

  /// Throws an error when the host has not this number of lines with an active call.
  static func check(_ count: Int, on host: CallHost) throws {
    let active = host.lines.count { host.snapshot(of: $0).calls.first?.state == .active }
    guard active == count else { throw TrafficError("\(active) of \(count) calls became active") }
  }
}
