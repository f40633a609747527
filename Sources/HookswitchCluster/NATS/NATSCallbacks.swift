internal import CNATS
internal import Locking

/// The receiver of what libnats calls, on its threads.
protocol NATSReceiver: AnyObject, Sendable {
  /// Takes a message, which it does not keep.
  ///
  /// - Parameter listener: the number of the subscription.
  func receive(_ message: OpaquePointer, listener: UInt64)
  /// The library has closed the connection.
  func connectionClosed()
  /// The library dropped messages of a subscription, or the server refused something.
  func failed(_ status: natsStatus, _ text: String)
}

/// The receivers by number.
///
/// The library gets a number instead of a pointer: its threads may still call when the receiver is gone.
enum NATSReceivers {
  private struct Entry: Sendable {
    weak var receiver: (any NATSReceiver)?
  }

  private struct Table: Sendable {
    var entries: [UInt32: Entry] = [:]
    var count: UInt32 = 0
  }

  private static let table = Locked(Table())

  /// Registers a receiver; returns its number.
  static func add(_ receiver: any NATSReceiver) -> UInt32 {
    table.withLock { table in
      table.count += 1
      table.entries[table.count] = Entry(receiver: receiver)
      return table.count
    }
  }

  /// Removes a receiver: it is not called any more, except by a thread that is in it.
  static func remove(_ number: UInt32) { table.withLock { _ = $0.entries.removeValue(forKey: number) } }

  fileprivate static func receiver(_ number: UInt32) -> (any NATSReceiver)? { table.withLock { $0.entries[number]?.receiver } }

  /// Returns the library's closure for a subscription of a receiver: 32 bits for the receiver, and 32 for the subscription.
  static func closure(_ receiver: UInt32, listener: UInt64 = 0) -> UnsafeMutableRawPointer? {
    hookswitch_nats_closure(UInt(receiver) << 32 | UInt(listener & 0xffff_ffff))
  }
}

private func receiver(of closure: UnsafeMutableRawPointer?) -> (any NATSReceiver)? {
  NATSReceivers.receiver(UInt32(hookswitch_nats_number(closure) >> 32))
}

// Functions at file scope: libnats calls them on threads of its own.

/// Passes a message on.
func natsMessageEntry(
  _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ message: OpaquePointer?, _ closure: UnsafeMutableRawPointer?
) {
  guard let message else { return }
  receiver(of: closure)?.receive(message, listener: UInt64(hookswitch_nats_number(closure) & 0xffff_ffff))
  hookswitch_nats_free(message)
}

/// Passes the end of a connection on.
func natsClosedEntry(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
  receiver(of: closure)?.connectionClosed()
}

/// Passes an error on that belongs to no call.
func natsErrorEntry(
  _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ status: natsStatus, _ closure: UnsafeMutableRawPointer?
) {
  receiver(of: closure)?.failed(status, NATSFailure(status).text)
}

/// The seed for one connection, for the function that signs.
final class NATSSigner: Sendable {
  let seed: String

  init(seed: String) { self.seed = seed }
}

/// Signs the server's nonce; runs inside `natsConnection_Connect`.
func natsSignatureEntry(
  _ failure: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ signature: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ length: UnsafeMutablePointer<CInt>?, _ nonce: UnsafePointer<CChar>?, _ closure: UnsafeMutableRawPointer?
) -> natsStatus {
  guard let closure else { return NATS_ERR }
  return libnats.nats_Sign(Unmanaged<NATSSigner>.fromOpaque(closure).takeUnretainedValue().seed, nonce, signature, length)
}
