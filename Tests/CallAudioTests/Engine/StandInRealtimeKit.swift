import CDBus
import Foundation
import Locking

/// A stand-in for rtkit on a private bus: it responds by rtkit's interface, and keeps the requests.
final class StandInRealtimeKit: Sendable {
  /// The properties that it reports, and the reason of its refusal; nil to grant.
  struct Manners: Sendable {
    var limit: Int64 = 200_000
    var priority: Int32 = 20
    var refusal: String?
  }

  /// A request to make a thread real-time.
  struct Request: Equatable, Sendable {
    /// The process of the thread; nil for that of the request's sender.
    var process: UInt64?
    var thread: UInt64
    var priority: UInt32
  }

  private let requests = Locked<[Request]>([])
  private let isStopping = Locked(false)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let manners: Manners

  var asked: [Request] { requests.withLock { $0 } }

  /// Takes rtkit's name on the bus at `address`; nil when that fails.
  init?(at address: String, _ manners: Manners) {
    self.manners = manners
    guard let connection = dbus_connection_open_private(address, nil), dbus_bus_register(connection, nil) != 0 else { return nil }
    dbus_connection_set_exit_on_disconnect(connection, 0)
    let name = "org.freedesktop.RealtimeKit1"
    guard dbus_bus_request_name(connection, name, 0, nil) == DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER else { return nil }
    let served = Served(connection: connection)
    Thread { [self] in
      while !isStopping.withLock({ $0 }) {
        dbus_connection_read_write(served.connection, 20)
        while let message = dbus_connection_pop_message(served.connection) { answer(message, on: served.connection) }
      }
      dbus_connection_close(served.connection)
      dbus_connection_unref(served.connection)
      hasEnded.signal()
    }.start()
  }

  func stop() {
    isStopping.withLock { $0 = true }
    hasEnded.wait()
  }

  /// `@unchecked Sendable`: after creation only the thread uses it.
  private struct Served: @unchecked Sendable {
    let connection: OpaquePointer
  }

  private func answer(_ message: OpaquePointer, on connection: OpaquePointer) {
    defer { dbus_message_unref(message) }
    var reply: OpaquePointer?
    if dbus_message_is_method_call(message, "org.freedesktop.DBus.Properties", "Get") != 0 {
      reply = property(message)
    } else if dbus_message_is_method_call(message, "org.freedesktop.RealtimeKit1", "MakeThreadRealtime") != 0 {
      reply = raise(message, ofOther: false)
    } else if dbus_message_is_method_call(message, "org.freedesktop.RealtimeKit1", "MakeThreadRealtimeWithPID") != 0 {
      reply = raise(message, ofOther: true)
    }
    guard let reply else { return }
    dbus_connection_send(connection, reply, nil)
    dbus_connection_flush(connection)
    dbus_message_unref(reply)
  }

  private func property(_ message: OpaquePointer) -> OpaquePointer? {
    var arguments = DBusMessageIter(), variant = DBusMessageIter(), name: UnsafePointer<CChar>?
    guard dbus_message_has_signature(message, "ss") != 0, let reply = dbus_message_new_method_return(message) else { return nil }
    dbus_message_iter_init(message, &arguments)
    dbus_message_iter_next(&arguments)
    dbus_message_iter_get_basic(&arguments, &name)
    dbus_message_iter_init_append(reply, &arguments)
    if name.map({ String(cString: $0) }) == "RTTimeUSecMax" {
      var limit = manners.limit
      dbus_message_iter_open_container(&arguments, CInt(UInt8(ascii: "v")), "x", &variant)
      dbus_message_iter_append_basic(&variant, CInt(UInt8(ascii: "x")), &limit)
    } else {
      var priority = manners.priority
      dbus_message_iter_open_container(&arguments, CInt(UInt8(ascii: "v")), "i", &variant)
      dbus_message_iter_append_basic(&variant, CInt(UInt8(ascii: "i")), &priority)
    }
    dbus_message_iter_close_container(&arguments, &variant)
    return reply
  }

  private func raise(_ message: OpaquePointer, ofOther: Bool) -> OpaquePointer? {
    if let refusal = manners.refusal { return dbus_message_new_error(message, "org.freedesktop.DBus.Error.AccessDenied", refusal) }
    guard dbus_message_has_signature(message, ofOther ? "ttu" : "tu") != 0 else { return nil }
    var arguments = DBusMessageIter(), process: UInt64 = 0, thread: UInt64 = 0, priority: UInt32 = 0
    dbus_message_iter_init(message, &arguments)
    if ofOther {
      dbus_message_iter_get_basic(&arguments, &process)
      dbus_message_iter_next(&arguments)
    }
    dbus_message_iter_get_basic(&arguments, &thread)
    dbus_message_iter_next(&arguments)
    dbus_message_iter_get_basic(&arguments, &priority)
    requests.withLock { $0.append(Request(process: ofOther ? process : nil, thread: thread, priority: priority)) }
    return dbus_message_new_method_return(message)
  }
}
