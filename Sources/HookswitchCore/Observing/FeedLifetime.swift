/// Ends a subscription when the last iterator of its sequence is released.
package final class FeedLifetime: Sendable {
  private let end: @Sendable () -> Void

  package init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
