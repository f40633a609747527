internal import CNATS
internal import Glibc
internal import Locking

/// The messages of one connection on their way from the library's threads to the lane.
final class NATSInbox: NATSReceiver {
  /// One thing for the lane.
  enum Item: Sendable {
    /// A message of a subscription; subscription 0 gets the answers.
    case message(subscription: UInt64, ClusterMessage, isNobody: Bool)
    case closed
    /// Messages were dropped.
    case overflow
    case refused(ClusterStoreError)
  }

  private struct Content: Sendable {
    var items: [Item] = []
    var isScheduled = false
    var hasOverflow = false
  }

  private let content = Locked(Content())
  private let lane: any ClusterLane
  private let limit: Int
  private let deliver: @Sendable ([Item]) -> Void

  /// Creates an inbox.
  ///
  /// - Parameters:
  ///   - limit: the largest number of messages that wait.
  ///   - deliver: gets the items in their order, on the lane.
  init(lane: any ClusterLane, limit: Int, deliver: @escaping @Sendable ([Item]) -> Void) {
    self.lane = lane
    self.limit = limit
    self.deliver = deliver
  }

  func receive(_ message: OpaquePointer, listener: UInt64) {
    add(.message(subscription: listener, ClusterMessage(message), isNobody: libnats.natsMsg_IsNoResponders(message)))
  }

  func connectionClosed() { add(.closed) }

  func failed(_ status: natsStatus, _ text: String) {
    switch status {
    case NATS_SLOW_CONSUMER: add(.overflow)
    case NATS_NOT_PERMITTED: add(.refused(.refused(subject: "a subject", code: 0, text: text)))
    default: break
    }
  }

  private func add(_ item: Item) {
    let needsRun = content.withLock { content -> Bool in
      if case .message = item, content.items.count >= limit {
        if content.hasOverflow { return false }
        content.hasOverflow = true
        content.items.append(.overflow)
      } else {
        content.items.append(item)
      }
      defer { content.isScheduled = true }
      return !content.isScheduled
    }
    guard needsRun else { return }
    lane.run { [self] in
      let items = content.withLock { content in
        defer { content = Content() }
        return content.items
      }
      deliver(items)
    }
  }
}

extension ClusterMessage {
  /// Copies a message of the library.
  init(_ message: OpaquePointer) {
    self.init(
      subject: libnats.natsMsg_GetSubject(message).map { String(cString: $0) } ?? "",
      reply: libnats.natsMsg_GetReply(message).map { String(cString: $0) }, headers: Self.headers(message),
      body: [UInt8](Self.body(of: message)))
  }

  /// Returns the body of a message of the library, as long as the message lives.
  static func body(of message: OpaquePointer) -> UnsafeRawBufferPointer {
    let data = libnats.natsMsg_GetData(message)
    return UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(libnats.natsMsg_GetDataLength(message)))
  }

  private static func headers(_ message: OpaquePointer) -> [Header] {
    var keys: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var count: CInt = 0
    guard libnats.natsMsgHeader_Keys(message, &keys, &count) == NATS_OK, let keys else { return [] }
    defer { free(keys) }
    var headers: [Header] = []
    for index in 0..<Int(count) {
      var value: UnsafePointer<CChar>?
      guard let key = keys[index], libnats.natsMsgHeader_Get(message, key, &value) == NATS_OK, let value else { continue }
      headers.append(Header(String(cString: key), String(cString: value)))
    }
    // The library gives them in the order of its hash table.
    return headers.sorted { $0.name < $1.name }
  }
}
