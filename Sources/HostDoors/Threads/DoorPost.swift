internal import Locking
internal import TransportLoader

/// The content of a door's post.
protocol DoorMail: Sendable {
  /// An order to the door's thread.
  associatedtype Order: Sendable
  /// The orders, oldest first.
  var orders: [Order] { get set }

  /// Creates an empty content.
  init()
}

/// The messages from other threads to a door's thread, and the eventfd that wakes it.
final class DoorPost<Mail: DoorMail>: Sendable {
  private struct Content: Sendable {
    var mail = Mail()
    var isSignalled = false
    /// True when the thread has ended, so that nothing is taken any more.
    var isClosed = false
  }

  let signal: EventDescriptor
  private let content = Locked(Content())

  init(signal: EventDescriptor) {
    self.signal = signal
  }

  func add(_ order: Mail.Order) { add { $0.orders.append(order) } }

  /// Changes the content, and wakes the thread; once the post is closed it does nothing.
  func add(_ change: (inout Mail) -> Void) {
    let needsSignal = content.withLock { content in
      guard !content.isClosed else { return false }
      change(&content.mail)
      defer { content.isSignalled = true }
      return !content.isSignalled
    }
    if needsSignal { signal.signal() }
  }

  /// Takes everything out.
  func take() -> Mail {
    signal.drain()
    return content.withLock { content in
      defer { content = Content() }
      return content.mail
    }
  }

  /// Takes nothing any more, and returns what is left.
  func close() -> Mail {
    content.withLock { content in
      defer {
        content = Content()
        content.isClosed = true
      }
      return content.mail
    }
  }
}
