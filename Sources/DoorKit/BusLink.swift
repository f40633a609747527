internal import CSystemd
internal import CallControl
package import Glibc

/// A bus to which a program connects.
package enum BusAddress: Hashable, Sendable {
  /// The session bus of the user: `DBUS_SESSION_BUS_ADDRESS`, or the socket `bus` in `XDG_RUNTIME_DIR`.
  case session
  /// The bus of the machine.
  case system
  /// A bus at an address as D-Bus writes it, such as `unix:path=/run/bus`.
  case at(String)
}

/// A connection to a bus.
///
/// Only one thread uses it.
package final class BusLink {
  /// A function that gets a message.
  package typealias Taking = (BusMessage) -> Void

  /// A function that C code holds.
  fileprivate final class Box {
    let take: Taking
    init(_ take: @escaping Taking) { self.take = take }
  }

  private let bus: OpaquePointer

  /// Connects to a bus; nil when it is not there.
  ///
  /// - Parameter address: the bus.
  package init?(_ address: BusAddress) {
    var made: OpaquePointer?
    let code: CInt
    switch address {
    case .session: code = sd_bus_open_user(&made)
    case .system: code = sd_bus_open_system(&made)
    case .at(let text):
      guard sd_bus_new(&made) >= 0, let made else { return nil }
      sd_bus_set_address(made, text)
      sd_bus_set_bus_client(made, 1)
      code = sd_bus_start(made)
    }
    guard let made else { return nil }
    bus = made
    guard code >= 0 else {
      sd_bus_unref(bus)
      return nil
    }
  }

  deinit { sd_bus_close_unref(bus) }

  // MARK: Waiting

  /// The descriptor and the events to wait for; nil once the connection has ended.
  package var interest: pollfd? {
    let (descriptor, events) = (sd_bus_get_fd(bus), sd_bus_get_events(bus))
    guard descriptor >= 0, events >= 0 else { return nil }
    return pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  /// The monotonic time at which `process` must be called, in nanoseconds; nil for never.
  package var timeout: Int64? {
    var microseconds: UInt64 = 0
    guard sd_bus_get_timeout(bus, &microseconds) >= 0, microseconds < UInt64(Int64.max) / 1_000 else { return nil }
    return Int64(microseconds) * 1_000
  }

  /// Handles everything that has come; false once the connection has ended.
  package func process() -> Bool {
    while true {
      let code = sd_bus_process(bus, nil)
      if code < 0 { return false }
      if code == 0 { return true }
    }
  }

  /// Writes what waits to be sent, as far as the bus takes it soon.
  package func flush() {
    for _ in 0..<20 {
      guard process(), var wanted = interest, wanted.events & Int16(POLLOUT) != 0 else { return }
      wanted.events = Int16(POLLOUT)
      poll(&wanted, 1, 10)
    }
  }

  // MARK: Receiving

  /// Has a function get all method calls to a path and the paths below it.
  ///
  /// - Parameters:
  ///   - prefix: the path.
  ///   - take: the function.
  package func serve(_ prefix: String, _ take: @escaping Taking) -> Bool {
    let box = Unmanaged.passRetained(Box(take))
    var slot: OpaquePointer?
    guard sd_bus_add_fallback(bus, &slot, prefix, busTakesCall, box.toOpaque()) >= 0, let slot else {
      box.release()
      return false
    }
    Self.float(slot)
    return true
  }

  /// Has a function get the signals that match a rule, as long as the returned match lives.
  ///
  /// - Parameters:
  ///   - rule: the rule, as D-Bus writes it.
  ///   - take: the function.
  package func match(_ rule: String, _ take: @escaping Taking) -> BusMatch? {
    let box = Unmanaged.passRetained(Box(take))
    var slot: OpaquePointer?
    guard sd_bus_add_match_async(bus, &slot, rule, busTakesSignal, nil, box.toOpaque()) >= 0, let slot else {
      box.release()
      return nil
    }
    sd_bus_slot_set_destroy_callback(slot, busForgets)
    return BusMatch(slot)
  }

  /// Requests a name.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - isQueued: true to wait for a name that another program has.
  ///   - taken: gets the reply of the bus.
  package func request(name: String, isQueued: Bool, taken: @escaping Taking) {
    let box = Unmanaged.passRetained(Box(taken))
    var slot: OpaquePointer?
    let flags = isQueued ? UInt64(SD_BUS_NAME_QUEUE) : 0
    guard sd_bus_request_name_async(bus, &slot, name, flags, busTakesReply, box.toOpaque()) >= 0, let slot else {
      box.release()
      return
    }
    Self.float(slot)
  }

  /// Gives a name back; one that the connection does not have stays as it is.
  ///
  /// - Parameter name: the name.
  package func release(name: String) { sd_bus_release_name_async(bus, nil, name, nil, nil) }

  // MARK: Sending

  /// Makes a method call; nil on a closed connection, or for a name or path of a wrong form.
  ///
  /// - Parameters:
  ///   - name: the name of the called program.
  ///   - path: the object.
  ///   - interface: the interface.
  ///   - member: the method.
  ///   - values: the arguments; further ones can be appended.
  package func call(to name: String, _ path: String, _ interface: String, _ member: String, _ values: [BusValue]) -> BusMessage? {
    let message = BusMessage.call(bus, to: name, path, interface, member)
    for value in values { message?.append(value) }
    return message
  }

  /// Sends a method call; `taken` gets the reply, or the error of one that did not come.
  ///
  /// - Parameters:
  ///   - message: the call.
  ///   - timeout: the longest time for the reply.
  ///   - taken: is called once while the connection lives.
  package func send(_ message: BusMessage?, timeout: Duration, taken: @escaping Taking) {
    guard let message else { return }
    let box = Unmanaged.passRetained(Box(taken))
    var slot: OpaquePointer?
    let microseconds = UInt64(max(1, timeout.wholeNanoseconds / 1_000))
    guard sd_bus_call_async(bus, &slot, message.pointer, busTakesReply, box.toOpaque(), microseconds) >= 0, let slot else {
      box.release()
      return
    }
    Self.float(slot)
  }

  /// Emits a signal.
  ///
  /// - Parameters:
  ///   - path: the object.
  ///   - interface: the interface.
  ///   - member: the signal.
  ///   - write: writes the arguments.
  package func emit(_ path: String, _ interface: String, _ member: String, _ write: (BusMessage) -> Void) {
    guard let message = BusMessage.signal(bus, path, interface, member) else { return }
    write(message)
    message.send()
  }

  /// Lets sd-bus free a slot, with the function that it holds.
  private static func float(_ slot: OpaquePointer) {
    sd_bus_slot_set_destroy_callback(slot, busForgets)
    sd_bus_slot_set_floating(slot, 1)
    // A floating slot belongs to the bus, and the caller's own reference stays: without this, each slot would leak with its function.
    sd_bus_slot_unref(slot)
  }
}

/// The subscription to a kind of signal, as long as this object lives.
package final class BusMatch {
  private let slot: OpaquePointer

  fileprivate init(_ slot: OpaquePointer) {
    self.slot = slot
  }

  deinit { sd_bus_slot_unref(slot) }
}

private func take(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
  guard let message, let context else { return }
  Unmanaged<BusLink.Box>.fromOpaque(context).takeUnretainedValue().take(BusMessage(keeping: message))
}

/// Receives a method call; 1 tells that it is handled.
private func busTakesCall(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?)
  -> CInt
{
  take(message, context)
  return 1
}

/// Receives a signal; 0 lets other matches have it too.
private func busTakesSignal(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?)
  -> CInt
{
  take(message, context)
  return 0
}

/// Receives a reply.
private func busTakesReply(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?)
  -> CInt
{
  take(message, context)
  return 1
}

/// Frees the function of a slot that ends.
private func busForgets(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<BusLink.Box>.fromOpaque(context).release() }
}
