import CSystemd
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
    var made: OpaquePointer?
    guard sd_bus_new(&made) >= 0, let made else { return nil }
    sd_bus_set_address(made, address)
    sd_bus_set_bus_client(made, 1)
    guard sd_bus_start(made) >= 0, sd_bus_request_name(made, "org.freedesktop.RealtimeKit1", 0) >= 0 else {
      sd_bus_unref(made)
      return nil
    }
    let served = Served(bus: made)
    Thread { [self] in
      while !isStopping.withLock({ $0 }) {
        var message: OpaquePointer?
        if sd_bus_process(served.bus, &message) > 0 {
          if let message { answer(message) }
          sd_bus_message_unref(message)
        } else {
          sd_bus_wait(served.bus, 20_000)
        }
      }
      sd_bus_flush_close_unref(served.bus)
      hasEnded.signal()
    }.start()
  }

  func stop() {
    isStopping.withLock { $0 = true }
    hasEnded.wait()
  }

  /// `@unchecked Sendable`: after creation only the thread uses it.
  private struct Served: @unchecked Sendable {
    let bus: OpaquePointer
  }

  private func answer(_ message: OpaquePointer) {
    if sd_bus_message_is_method_call(message, "org.freedesktop.DBus.Properties", "Get") > 0 {
      reply(to: message) { property(message, $0) }
    } else if sd_bus_message_is_method_call(message, "org.freedesktop.RealtimeKit1", "MakeThreadRealtime") > 0 {
      raise(message, ofOther: false)
    } else if sd_bus_message_is_method_call(message, "org.freedesktop.RealtimeKit1", "MakeThreadRealtimeWithPID") > 0 {
      raise(message, ofOther: true)
    }
  }

  private func reply(to message: OpaquePointer, _ write: (OpaquePointer) -> Void) {
    var made: OpaquePointer?
    guard sd_bus_message_new_method_return(message, &made) >= 0, let made else { return }
    write(made)
    sd_bus_send(nil, made, nil)
    sd_bus_message_unref(made)
  }

  private static func type(_ letter: Character) -> CChar { CChar(letter.asciiValue ?? 0) }

  private func property(_ message: OpaquePointer, _ reply: OpaquePointer) {
    var interface: UnsafePointer<CChar>?, name: UnsafePointer<CChar>?
    sd_bus_message_read_basic(message, Self.type("s"), &interface)
    sd_bus_message_read_basic(message, Self.type("s"), &name)
    let isLimit = name.map { String(cString: $0) } == "RTTimeUSecMax"
    sd_bus_message_open_container(reply, Self.type("v"), isLimit ? "x" : "i")
    if isLimit {
      var limit = manners.limit
      sd_bus_message_append_basic(reply, Self.type("x"), &limit)
    } else {
      var priority = manners.priority
      sd_bus_message_append_basic(reply, Self.type("i"), &priority)
    }
    sd_bus_message_close_container(reply)
  }

  private func raise(_ message: OpaquePointer, ofOther: Bool) {
    if let refusal = manners.refusal {
      refusal.withCString { text in
        "org.freedesktop.DBus.Error.AccessDenied".withCString { name in
          var error = sd_bus_error(name: name, message: text, _need_free: 0)
          sd_bus_reply_method_error(message, &error)
        }
      }
      return
    }
    guard sd_bus_message_has_signature(message, ofOther ? "ttu" : "tu") > 0 else { return }
    var process: UInt64 = 0, thread: UInt64 = 0, priority: UInt32 = 0
    if ofOther { sd_bus_message_read_basic(message, Self.type("t"), &process) }
    sd_bus_message_read_basic(message, Self.type("t"), &thread)
    sd_bus_message_read_basic(message, Self.type("u"), &priority)
    requests.withLock { $0.append(Request(process: ofOther ? process : nil, thread: thread, priority: priority)) }
    reply(to: message) { _ in }
  }
}
