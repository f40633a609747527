internal import CDBus
internal import CMediaThread

/// Client of rtkit, the service on the system bus that grants real-time threads to ordinary users.
package enum RealtimeKit {
  /// The reason why rtkit granted nothing.
  package struct Refusal: Error {
    package var message: String
  }

  private static let name = "org.freedesktop.RealtimeKit1"
  private static let path = "/org/freedesktop/RealtimeKit1"
  /// The time-out for a reply, in milliseconds; the thread runs meanwhile with normal scheduling.
  private static let patience: CInt = 1_000

  /// Requests real time for a thread, and waits for the reply.
  ///
  /// - Parameters:
  ///   - thread: The thread's kernel id.
  ///   - process: The number of its process, which has set its own limit of real time; nil for this process.
  ///   - priority: The priority to request.
  ///   - address: The bus address in libdbus syntax; nil for the system bus.
  /// - Returns: The priority granted, which rtkit may limit.
  package static func raise(thread: Int32, of process: Int32? = nil, priority: Int, bus address: String? = nil) throws(Refusal) -> Int {
    let bus = try SystemBus(at: address)
    // rtkit refuses a process without a limit on uninterrupted real-time use, so set the limit first.
    let limit = try bus.property("RTTimeUSecMax", of: name, at: path, patience: patience)
    let allowed = try bus.property("MaxRealtimePriority", of: name, at: path, patience: patience)
    guard limit > 0, allowed > 0 else { throw Refusal(message: "it allows no real time: \(limit) µs at priority \(allowed)") }
    let code = process == nil ? hookswitch_limit_real_time(UInt64(limit)) : 0
    guard code == 0 else { throw Refusal(message: "the limit of real time cannot be set (errno \(code))") }
    let granted = min(priority, Int(allowed))
    let ids = (process.map { [UInt64($0)] } ?? []) + [UInt64(thread)]
    try bus.makeRealTime(ids, priority: UInt32(granted), of: name, at: path, patience: patience)
    return granted
  }
}

/// A connection to the system bus, for a few requests.
private struct SystemBus: ~Copyable {
  private let connection: OpaquePointer

  init(at address: String?) throws(RealtimeKit.Refusal) { connection = try Self.open(address) }

  private static func open(_ address: String?) throws(RealtimeKit.Refusal) -> OpaquePointer {
    var error = DBusError()
    dbus_error_init(&error)
    // By default libdbus ignores SIGPIPE in the whole process, and exits when the bus disconnects.
    dbus_connection_set_change_sigpipe(0)
    let opened = address.map { dbus_connection_open_private($0, &error) } ?? dbus_bus_get_private(DBUS_BUS_SYSTEM, &error)
    guard let opened else { throw refusal(&error) }
    dbus_connection_set_exit_on_disconnect(opened, 0)
    // dbus_bus_get_private has registered already.
    if address != nil, dbus_bus_register(opened, &error) == 0 {
      dbus_connection_close(opened)
      dbus_connection_unref(opened)
      throw refusal(&error)
    }
    return opened
  }

  deinit {
    dbus_connection_close(connection)
    dbus_connection_unref(connection)
  }

  /// Returns a numeric property.
  func property(_ property: String, of name: String, at path: String, patience: CInt) throws(RealtimeKit.Refusal) -> Int64 {
    let message = try Self.message(name, path, "org.freedesktop.DBus.Properties", "Get")
    defer { dbus_message_unref(message) }
    var arguments = DBusMessageIter()
    dbus_message_iter_init_append(message, &arguments)
    Self.append(name, to: &arguments)
    Self.append(property, to: &arguments)
    let reply = try send(message, patience: patience)
    defer { dbus_message_unref(reply) }

    var value = DBusMessageIter(), number = DBusMessageIter()
    guard dbus_message_iter_init(reply, &value) != 0, dbus_message_iter_get_arg_type(&value) == CInt(UInt8(ascii: "v")) else {
      throw RealtimeKit.Refusal(message: "\(property) is not a variant")
    }
    dbus_message_iter_recurse(&value, &number)
    switch UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&number)) {
    case UInt8(ascii: "x"):
      var wide: Int64 = 0
      dbus_message_iter_get_basic(&number, &wide)
      return wide
    case UInt8(ascii: "i"):
      var narrow: Int32 = 0
      dbus_message_iter_get_basic(&number, &narrow)
      return Int64(narrow)
    default: throw RealtimeKit.Refusal(message: "\(property) is not a number")
    }
  }

  /// Requests real time for a thread, given by its id, or by those of its process and itself.
  func makeRealTime(_ ids: [UInt64], priority: UInt32, of name: String, at path: String, patience: CInt) throws(RealtimeKit.Refusal) {
    let message = try Self.message(name, path, name, ids.count == 1 ? "MakeThreadRealtime" : "MakeThreadRealtimeWithPID")
    defer { dbus_message_unref(message) }
    var arguments = DBusMessageIter()
    var priority = priority
    dbus_message_iter_init_append(message, &arguments)
    for id in ids {
      var id = id
      dbus_message_iter_append_basic(&arguments, CInt(UInt8(ascii: "t")), &id)
    }
    dbus_message_iter_append_basic(&arguments, CInt(UInt8(ascii: "u")), &priority)
    dbus_message_unref(try send(message, patience: patience))
  }

  private func send(_ message: OpaquePointer, patience: CInt) throws(RealtimeKit.Refusal) -> OpaquePointer {
    var error = DBusError()
    dbus_error_init(&error)
    guard let reply = dbus_connection_send_with_reply_and_block(connection, message, patience, &error) else { throw Self.refusal(&error) }
    return reply
  }

  private static func message(
    _ name: String, _ path: String, _ interface: String, _ method: String
  ) throws(RealtimeKit.Refusal) -> OpaquePointer {
    guard let message = dbus_message_new_method_call(name, path, interface, method) else {
      throw RealtimeKit.Refusal(message: "there is no memory for a message")
    }
    return message
  }

  private static func append(_ text: String, to arguments: inout DBusMessageIter) {
    text.withCString { start in
      var start: UnsafePointer<CChar>? = start
      dbus_message_iter_append_basic(&arguments, CInt(UInt8(ascii: "s")), &start)
    }
  }

  private static func refusal(_ error: inout DBusError) -> RealtimeKit.Refusal {
    defer { dbus_error_free(&error) }
    return RealtimeKit.Refusal(message: error.message.map { String(cString: $0) } ?? "nothing")
  }
}
