internal import CSystemd
internal import Glibc
package import HostSurface
package import StrictJSON

/// A message of the bus.
///
/// Only the thread of its connection uses it.
package final class BusMessage {
  let pointer: OpaquePointer
  /// Returns the name that stands for an object path.
  private var naming: (String) -> String? = { _ in nil }

  /// Keeps a message that sd-bus owns.
  init(keeping pointer: OpaquePointer) {
    self.pointer = sd_bus_message_ref(pointer)
  }

  /// Takes over a message that a function of sd-bus made.
  private init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { sd_bus_message_unref(pointer) }

  package var interface: String { Self.text(sd_bus_message_get_interface(pointer)) }
  package var member: String { Self.text(sd_bus_message_get_member(pointer)) }
  package var path: String { Self.text(sd_bus_message_get_path(pointer)) }
  package var sender: String { Self.text(sd_bus_message_get_sender(pointer)) }
  /// The types of the arguments.
  package var signature: String { Self.text(sd_bus_message_get_signature(pointer, 1)) }

  /// The error's name and text; nil for another message.
  package var error: (name: String, text: String)? {
    guard sd_bus_message_is_method_error(pointer, nil) > 0, let error = sd_bus_message_get_error(pointer) else { return nil }
    return (Self.text(error.pointee.name), Self.text(error.pointee.message))
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  // MARK: Making messages

  /// Makes a method call; nil without memory, or on a closed connection.
  static func call(_ bus: OpaquePointer, to name: String, _ path: String, _ interface: String, _ member: String) -> BusMessage? {
    var made: OpaquePointer?
    guard sd_bus_message_new_method_call(bus, &made, name, path, interface, member) >= 0, let made else { return nil }
    return BusMessage(owning: made)
  }

  static func signal(_ bus: OpaquePointer, _ path: String, _ interface: String, _ member: String) -> BusMessage? {
    var made: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &made, path, interface, member) >= 0, let made else { return nil }
    return BusMessage(owning: made)
  }

  /// Sends the reply to this message.
  ///
  /// - Parameter values: the arguments.
  package func reply(_ values: [BusValue] = []) {
    reply { reply in for value in values { reply.append(value) } }
  }

  /// Sends the reply to this message, whose arguments a function writes.
  ///
  /// - Parameter write: writes the arguments.
  package func reply(_ write: (BusMessage) -> Void) {
    var made: OpaquePointer?
    guard sd_bus_message_new_method_return(pointer, &made) >= 0, let made else { return }
    let reply = BusMessage(owning: made)
    write(reply)
    reply.send()
  }

  /// Sends an error as the reply to this message.
  ///
  /// - Parameters:
  ///   - name: the error's name.
  ///   - text: a sentence for a person.
  package func fail(_ name: String, _ text: String) {
    var made: OpaquePointer?
    name.withCString { name in
      text.withCString { text in
        var error = sd_bus_error(name: name, message: text, _need_free: 0)
        _ = sd_bus_message_new_method_error(pointer, &made, &error)
      }
    }
    if let made { BusMessage(owning: made).send() }
  }

  /// Sends an error of the table as the reply to this message.
  ///
  /// - Parameter error: the error.
  package func fail(_ error: MethodError) { fail(error.busName, error.message) }

  /// Sends the message; a connection that has ended drops it.
  func send() { _ = sd_bus_send(nil, pointer, nil) }

  // MARK: Writing arguments

  /// Writes a value.
  ///
  /// - Parameter value: the value.
  package func append(_ value: BusValue) { append(value.json, value.signature, value.shape) }

  /// Writes a container.
  ///
  /// - Parameters:
  ///   - kind: `a`, `v`, `r` or `e`.
  ///   - contents: the types within.
  ///   - body: writes the contents.
  package func container(_ kind: Character, _ contents: String, _ body: () -> Void) {
    guard let kind = kind.asciiValue, sd_bus_message_open_container(pointer, CChar(kind), contents) >= 0 else { return }
    body()
    sd_bus_message_close_container(pointer)
  }

  /// Writes a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - type: `s` or `o`.
  package func append(text: String, _ type: Character = "s") {
    guard let type = type.asciiValue else { return }
    // A text of the bus has no NUL.
    let plain = text.utf8.contains(0) ? text.filter { $0 != "\0" } : text
    _ = plain.withCString { sd_bus_message_append_basic(pointer, CChar(type), $0) }
  }

  private func append(_ value: JSONValue, _ signature: String, _ shape: FieldShape?) {
    switch signature {
    case "s", "o": append(text: value.string ?? "", signature == "o" ? "o" : "s")
    case "b":
      var flag: CInt = value == true ? 1 : 0
      sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: "b")), &flag)
    case "x", "t":
      var number = Int64(value.integer ?? 0)
      sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: signature == "x" ? "x" : "t")), &number)
    case "i":
      var number = Int32(clamping: value.integer ?? 0)
      sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: "i")), &number)
    case "u":
      var number = UInt32(clamping: value.integer ?? 0)
      sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: "u")), &number)
    case "d":
      var number = if case .number(let number) = value { number.double } else { 0.0 }
      sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: "d")), &number)
    case "v": variant(value, shape)
    case _ where signature.hasPrefix("a{"): dictionary(value, signature, shape)
    default:
      let item = String(signature.dropFirst())
      container("a", item) { for entry in value.array ?? [] { append(entry, item, shape.map { .one($0.type) }) } }
    }
  }

  private func dictionary(_ value: JSONValue, _ signature: String, _ shape: FieldShape?) {
    let members = if case .object(let members) = value { members } else { [JSONValue.Member]() }
    let entry = String(signature.dropFirst(2).dropLast())
    container("a", "{\(entry)}") {
      for member in members {
        container("e", entry) {
          append(text: member.name)
          append(member.value, String(entry.dropFirst()), BusSignature.member(member.name, of: shape))
        }
      }
    }
  }

  private func variant(_ value: JSONValue, _ shape: FieldShape?) {
    let signature = BusSignature.of(value, shape)
    container("v", signature) { append(value, signature, shape) }
  }

  // MARK: Reading arguments

  /// Reads all arguments as JSON.
  ///
  /// - Parameter naming: returns the name that stands for an object path; nil keeps the path.
  /// - Throws: `invalid` for a type that JSON does not have.
  package func values(naming: @escaping (String) -> String? = { _ in nil }) throws(MethodError) -> [JSONValue] {
    self.naming = naming
    sd_bus_message_rewind(pointer, 1)
    var values: [JSONValue] = []
    while let value = try next() { values.append(value) }
    return values
  }

  /// Returns the descriptor that is the first argument, for the caller to close; nil when there is none.
  package func descriptor() -> CInt? {
    sd_bus_message_rewind(pointer, 1)
    var descriptor: CInt = -1
    guard sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "h")), &descriptor) > 0 else { return nil }
    // The message closes its own.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : copy
  }

  /// Reads the next value; nil at the end of its container.
  private func next() throws(MethodError) -> JSONValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return nil }
    let inner = Self.text(contents)
    switch Character(UnicodeScalar(UInt8(bitPattern: type))) {
    case "s", "g", "o": return text(type)
    case "b": return .bool(read(type, as: CInt.self) != 0)
    case "y": return .integer(read(type, as: UInt8.self))
    case "n": return .integer(read(type, as: Int16.self))
    case "q": return .integer(read(type, as: UInt16.self))
    case "i": return .integer(read(type, as: Int32.self))
    case "u": return .integer(read(type, as: UInt32.self))
    case "x": return .integer(read(type, as: Int64.self))
    case "t": return .integer(read(type, as: UInt64.self))
    case "d":
      let number = read(type, as: Double.self)
      guard number.isFinite else { throw MethodError(.invalid, "a number is not finite", ["expected": "a finite number"]) }
      return .number(JSONNumber(number))
    case "v": return try within(type, inner) { () throws(MethodError) in try next() } ?? .null
    case "a" where inner.hasPrefix("{s"): return .object(try members(type, inner))
    case "a", "r": return .array(try items(type, inner))
    default: throw MethodError(.invalid, "an argument has a type that no method takes: \(inner)", ["expected": "a value of JSON"])
    }
  }

  private func within<Value>(_ type: CChar, _ contents: String, _ body: () throws(MethodError) -> Value) throws(MethodError) -> Value {
    guard sd_bus_message_enter_container(pointer, type, contents) > 0 else {
      throw MethodError(.invalid, "the arguments cannot be read", ["expected": "a whole message"])
    }
    let value = try body()
    sd_bus_message_exit_container(pointer)
    return value
  }

  private func items(_ type: CChar, _ contents: String) throws(MethodError) -> [JSONValue] {
    try within(type, contents) { () throws(MethodError) in
      var items: [JSONValue] = []
      while let item = try next() { items.append(item) }
      return items
    }
  }

  private func members(_ type: CChar, _ contents: String) throws(MethodError) -> [JSONValue.Member] {
    let entry = CChar(UInt8(ascii: "e"))
    return try within(type, contents) { () throws(MethodError) in
      var members: [JSONValue.Member] = []
      while sd_bus_message_enter_container(pointer, entry, String(contents.dropFirst().dropLast())) > 0 {
        let name = text(CChar(UInt8(ascii: "s"))).string ?? ""
        members.append(JSONValue.Member(name: name, value: try next() ?? .null))
        sd_bus_message_exit_container(pointer)
      }
      return members
    }
  }

  private func text(_ type: CChar) -> JSONValue {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(pointer, type, &text) > 0 else { return "" }
    let value = Self.text(text)
    guard type == CChar(UInt8(ascii: "o")) else { return .string(value) }
    return .string(naming(value) ?? value)
  }

  private func read<Number: FixedWidthInteger>(_ type: CChar, as number: Number.Type) -> Number {
    var value = Number.zero
    sd_bus_message_read_basic(pointer, type, &value)
    return value
  }

  private func read(_ type: CChar, as number: Double.Type) -> Double {
    var value = 0.0
    sd_bus_message_read_basic(pointer, type, &value)
    return value
  }
}
