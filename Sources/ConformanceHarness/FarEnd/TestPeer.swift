internal import TransportABI

/// The far end that the plugin provides for tests: the extension test-peer/1.
package final class TestPeer: FarEnd {
  private let instance: PluginInstance
  package let kind = "test-peer"
  /// The latest view of each call, with the text that it was read from: most looks see what the one before saw.
  private var views: [CallRef: (bytes: [UInt8], view: PeerView)] = [:]

  package init(of instance: PluginInstance) { self.instance = instance }

  package func target() throws -> CallTarget {
    let (status, target) = try instance.peerDialable()
    guard status == HSW_OK else { throw TestFailure("test-peer.dialable answered \(StatusName.of(status))") }
    return target
  }

  package func callUs(from: CallTarget) throws {
    let status = try instance.peerCall(from)
    guard status == HSW_OK else { throw TestFailure("test-peer.call answered \(StatusName.of(status))") }
  }

  package func order(_ order: PeerOrder, _ call: CallRef) throws {
    let (what, argument) = order.code
    let status = try instance.peerOrder(call, what, Array(argument.utf8))
    if status == HSW_E_NOTSUP { throw TestSkip("the test-peer cannot follow the order \(order)") }
    guard status == HSW_OK else { throw TestFailure("test-peer.order answered \(StatusName.of(status)) to \(order)") }
  }

  package func see(_ call: CallRef) throws -> PeerView {
    let (status, bytes) = try instance.peerObserve(call)
    guard status == HSW_OK else { throw TestFailure("test-peer.observe answered \(StatusName.of(status))") }
    if let known = views[call], known.bytes == bytes { return known.view }
    let view = try PeerView(json: bytes)
    views[call] = (bytes, view)
    return view
  }
}
