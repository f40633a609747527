internal import TransportABI

/// The far end that the plugin provides for tests: the extension test-peer/1.
package final class TestPeer: FarEnd {
  private let instance: PluginInstance
  package let kind = "test-peer"
  private let views: PeerViews

  package init(of instance: PluginInstance, views: PeerViews = PeerViews()) {
    self.instance = instance
    self.views = views
  }

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
    return try views.view(of: bytes)
  }
}

/// The far end's views so far, by their texts: most looks see what an earlier one saw.
package final class PeerViews {
  private var known: [[UInt8]: PeerView] = [:]
  private static let most = 1024

  package init() {}

  /// Reads a text that `observe` wrote.
  /// - Throws: `TestFailure` if it is no JSON object.
  func view(of text: [UInt8]) throws -> PeerView {
    if let view = known[text] { return view }
    let view = try PeerView(json: text)
    if known.count == Self.most { known = [:] }
    known[text] = view
    return view
  }
}
