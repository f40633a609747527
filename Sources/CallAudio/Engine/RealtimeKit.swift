internal import CMediaThread
internal import CSystemd
internal import Glibc

/// Client of rtkit, the service on the system bus that grants real-time threads to ordinary users.
package enum RealtimeKit {
  /// The reason why rtkit granted nothing.
  package struct Refusal: Error {
    package var message: String
  }

  private static let name = "org.freedesktop.RealtimeKit1"
  private static let path = "/org/freedesktop/RealtimeKit1"
  /// The time-out for a reply, in microseconds; the thread runs meanwhile with normal scheduling.
  private static let patience: UInt64 = 1_000_000

  /// Requests real time for a thread, and waits for the reply.
  ///
  /// - Parameters:
  ///   - thread: The thread's kernel id.
  ///   - process: The number of its process, which has set its own limit of real time; nil for this process.
  ///   - priority: The priority to request.
  ///   - address: The bus address as D-Bus writes it; nil for the system bus.
  /// - Returns: The priority granted, which rtkit may limit.
  package static func raise(thread: Int32, of process: Int32? = nil, priority: Int, bus address: String? = nil) throws(Refusal) -> Int {
    let bus = try SystemBus(at: address, patience: patience)
    // rtkit refuses a process without a limit on uninterrupted real-time use, so set the limit first.
    let limit = try bus.property("RTTimeUSecMax", of: name, at: path)
    let allowed = try bus.property("MaxRealtimePriority", of: name, at: path)
    guard limit > 0, allowed > 0 else { throw Refusal(message: "it allows no real time: \(limit) µs at priority \(allowed)") }
    let code = process == nil ? hookswitch_limit_real_time(UInt64(limit)) : 0
    guard code == 0 else { throw Refusal(message: "the limit of real time cannot be set (errno \(code))") }
    let granted = min(priority, Int(allowed))
    let ids = (process.map { [UInt64($0)] } ?? []) + [UInt64(thread)]
    try bus.makeRealTime(ids, priority: UInt32(granted), of: name, at: path)
    return granted
  }
}

/// A connection to the system bus, for a few requests.
private struct SystemBus: ~Copyable {
  private let bus: OpaquePointer

  init(at address: String?, patience: UInt64) throws(RealtimeKit.Refusal) {
    bus = try Self.open(address)
    sd_bus_set_method_call_timeout(bus, patience)
  }

  /// Opens a connection of its own, which no other code of the process shares.
  private static func open(_ address: String?) throws(RealtimeKit.Refusal) -> OpaquePointer {
    var made: OpaquePointer?
    var code: CInt
    if let address {
      code = sd_bus_new(&made)
      if let made, code >= 0 {
        sd_bus_set_address(made, address)
        sd_bus_set_bus_client(made, 1)
        code = sd_bus_start(made)
      }
    } else {
      code = sd_bus_open_system(&made)
    }
    guard let made else { throw refusal(code) }
    guard code >= 0 else {
      sd_bus_close_unref(made)
      throw refusal(code)
    }
    return made
  }

  deinit { sd_bus_close_unref(bus) }

  /// Returns a numeric property.
  func property(_ property: String, of name: String, at path: String) throws(RealtimeKit.Refusal) -> Int64 {
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    var wide: Int64 = 0
    var narrow: Int32 = 0
    var code = sd_bus_get_property_trivial(bus, name, path, name, property, &error, CChar(UInt8(ascii: "x")), &wide)
    if code >= 0 { return wide }
    // rtkit has properties of two types.
    guard code == -ENXIO || code == -EINVAL else { throw Self.refusal(code, error) }
    sd_bus_error_free(&error)
    code = sd_bus_get_property_trivial(bus, name, path, name, property, &error, CChar(UInt8(ascii: "i")), &narrow)
    guard code >= 0 else { throw Self.refusal(code, error) }
    return Int64(narrow)
  }

  /// Requests real time for a thread, given by its id, or by those of its process and itself.
  func makeRealTime(_ ids: [UInt64], priority: UInt32, of name: String, at path: String) throws(RealtimeKit.Refusal) {
    var message: OpaquePointer?
    let method = ids.count == 1 ? "MakeThreadRealtime" : "MakeThreadRealtimeWithPID"
    var code = sd_bus_message_new_method_call(bus, &message, name, path, name, method)
    guard code >= 0 else { throw Self.refusal(code) }
    defer { sd_bus_message_unref(message) }
    for var id in ids { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "t")), &id) }
    var priority = priority
    sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &priority)
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    code = sd_bus_call(bus, message, 0, &error, nil)
    guard code >= 0 else { throw Self.refusal(code, error) }
  }

  private static func refusal(_ code: CInt, _ error: sd_bus_error = sd_bus_error()) -> RealtimeKit.Refusal {
    RealtimeKit.Refusal(message: String(cString: error.message ?? UnsafePointer(strerror(-code))))
  }
}
