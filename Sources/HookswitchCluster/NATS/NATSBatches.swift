internal import CNATS
internal import Glibc

/// The second connection of a link: it sends after about a millisecond, and its answers wait for the next look.
///
/// So many messages cost one write and one look, in place of a write, two threads that wake and a look for each.
/// `@unchecked Sendable`: libnats locks the connection and its parts.
final class NATSBatches: @unchecked Sendable {
  /// The subject below which answers come, with a dot at its end.
  let answers = NATSLink.newInbox()
  private let connection: OpaquePointer
  private let subscription: OpaquePointer

  /// Takes a connection, which it ends.
  ///
  /// - Parameters:
  ///   - server: the server's address, for errors.
  ///   - limit: the largest number of answers that wait.
  init(_ connection: OpaquePointer, server: String, limit: Int) throws(ClusterStoreError) {
    var made: OpaquePointer?
    guard libnats.natsConnection_SubscribeSync(&made, connection, answers + "*") == NATS_OK, let made else {
      libnats.natsConnection_Destroy(connection)
      throw .disconnected(reason: "\(server) closes the second connection: allow this user two connections (max_connections)")
    }
    _ = libnats.natsSubscription_SetPendingLimits(made, CInt(limit), 256 << 20)
    (self.connection, subscription) = (connection, made)
  }

  /// Ends the connection. [the thread for reading, after the last use by any other]
  func end() {
    libnats.natsSubscription_Destroy(subscription)
    libnats.natsConnection_Destroy(connection)
  }

  /// Sends a message soon. [the lane]
  func send(_ message: ClusterMessage) { _ = NATSLink.publish(message, on: connection) }

  /// Takes the next answer that has come, and the number of its question; nil when there is none. [the lane]
  ///
  /// The report that nobody listens names no question, so it is left out: the store asks again.
  func nextAnswer() -> (number: UInt64?, body: [UInt8])? {
    while true {
      var message: OpaquePointer?
      let status = libnats.natsSubscription_NextMsg(&message, subscription, 0)
      if status == NATS_NO_RESPONDERS || status == NATS_SLOW_CONSUMER { continue }
      guard status == NATS_OK, let message else { return nil }
      defer { hookswitch_nats_free(message) }
      // One comes for each record, so that nothing but this is read from it.
      let subject = libnats.natsMsg_GetSubject(message)
      let number = NATSWire.number(atEndOf: UnsafeBufferPointer(start: subject, count: subject.map { strlen($0) } ?? 0))
      return (number, [UInt8](ClusterMessage.body(of: message)))
    }
  }
}
