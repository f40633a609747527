internal import Locking
package import TransportLoader

/// The content of a door's post.
package protocol DoorMail: Sendable {
  /// An order to the door's thread.
  associatedtype Order: Sendable
  /// The orders, oldest first.
  var orders: [Order] { get set }

  /// Creates an empty content.
  init()
}

/// The messages from other threads to a door's thread, and the eventfd that wakes it.
package final class DoorPost<Mail: DoorMail>: Sendable {
  private struct Content: Sendable {
    var mail = Mail()
    var isSignalled = false
    /// True when the thread has ended, so that nothing is taken any more.
    var isClosed = false
  }

  package let signal: EventDescriptor
  private let content = Locked(Content())

  /// Creates an empty post.
  ///
  /// - Parameter signal: wakes the thread.
  package init(signal: EventDescriptor) {
    self.signal = signal
  }

  /// Adds an order, and wakes the thread; once the post is closed it does nothing.
  ///
  /// - Parameter order: the order.
  package func add(_ order: Mail.Order) { add { $0.orders.append(order) } }

  /// Changes the content, and wakes the thread; once the post is closed it does nothing.
  ///
  /// - Parameter change: changes the content.
  package func add(_ change: (inout Mail) -> Void) {
    let needsSignal = content.withLock { content in
      guard !content.isClosed else { return false }
      change(&content.mail)
      defer { content.isSignalled = true }
      return !content.isSignalled
    }
    if needsSignal { signal.signal() }
  }

  /// Takes everything out.
  package func take() -> Mail {
    signal.drain()
    return content.withLock { content in
      defer { content = Content() }
      return content.mail
    }
  }

  /// Takes nothing any more, and returns what is left.
  package func close() -> Mail {
    content.withLock { content in
      defer {
        content = Content()
        content.isClosed = true
      }
      return content.mail
    }
  }
}
