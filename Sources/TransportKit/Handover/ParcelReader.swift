internal import Glibc
internal import TransportABI

/// The parcel of a new instance: the values that the old one has written, in the same order.
///
/// Every read checks its value: `invalid` for a parcel that is cut short or contradicts itself, `outOfRange` for a value beyond its limits. An
/// error names the byte. Check what else must hold, such as the limits of numbers, and throw the same errors; ``check(_:_:)`` does so.
///
/// Descriptors that are not taken are closed by the host.
public final class ParcelReader {
  /// The version of the format that the old instance has written: ``HandoverTransport/handoverFormat`` of that version.
  public let format: UInt32
  /// The socket to the other instance, for the transport's own protocol: datagrams, non-blocking; nil without one.
  ///
  /// Borrowed: it stays open until the instance is destroyed. Never close it.
  public let link: Int32?
  /// The calls that the kit has taken over, the smallest handle first; none by the way `sockets`.
  public let calls: [Call]
  private let actions: [UInt64: UInt64]
  private let bytes: [UInt8]
  private var position = 0
  private let table: hsw_parcel?

  init(_ bytes: [UInt8], format: UInt32, from table: hsw_parcel?, calls: [Call] = [], actions: [UInt64: UInt64] = [:]) {
    (self.bytes, self.format, self.table, self.calls, self.actions) = (bytes, format, table, calls, actions)
    link = table.flatMap { $0.link >= 0 ? $0.link : nil }
  }

  /// Makes a parcel without a host, to test a transport's format.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - format: the version of their format.
  ///   - calls: the calls that ``call()`` accepts.
  ///   - actions: the actions that ``action()`` accepts.
  package convenience init(_ bytes: [UInt8], format: UInt32, calls: [Call] = [], actions: [Action] = []) {
    self.init(
      bytes, format: format, from: nil, calls: calls,
      actions: Dictionary(actions.map { ($0.id, $0.call?.id ?? 0) }) { first, _ in first })
  }

  /// The number of bytes that are not yet read.
  public var remaining: Int { bytes.count - position }

  /// Reads a whole number.
  ///
  /// - Parameters:
  ///   - type: the number's type, whose size is the count of bytes.
  ///   - range: the values that are allowed; nil for all.
  public func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self, in range: ClosedRange<Value>? = nil) throws(TransportError)
    -> Value
  {
    let start = position
    var value = Value.zero
    for (place, byte) in try take(MemoryLayout<Value>.size).enumerated() { value |= Value(truncatingIfNeeded: UInt64(byte) << (8 * place)) }
    if let range, !range.contains(value) {
      throw TransportError(.outOfRange, "byte \(start) of the parcel: \(value) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Reads a truth value.
  public func boolean() throws(TransportError) -> Bool { try integer(UInt8.self, in: 0...1) == 1 }

  /// Reads a floating-point number.
  ///
  /// - Parameter range: the values that are allowed; without one, every finite number.
  public func double(in range: ClosedRange<Double>? = nil) throws(TransportError) -> Double {
    let start = position
    let value = Double(bitPattern: try integer())
    guard value.isFinite, range?.contains(value) != false else {
      throw TransportError(.outOfRange, "byte \(start) of the parcel: \(value) is out of its range")
    }
    return value
  }

  /// Reads a text.
  ///
  /// - Parameter longest: the most bytes that are allowed; nil for the ABI's limit on texts.
  public func text(atMost longest: Int? = nil) throws(TransportError) -> String {
    let start = position
    let content = try data(atMost: longest ?? Int(HSW_STR_MAX))
    guard let text = String(validating: content, as: UTF8.self), !content.contains(0) else {
      throw TransportError(.invalid, "byte \(start) of the parcel: a text is not UTF-8 without NUL")
    }
    return text
  }

  /// Reads bytes that were written with their number in front.
  ///
  /// - Parameter longest: the most bytes that are allowed.
  public func data(atMost longest: Int) throws(TransportError) -> [UInt8] { Array(try take(try count(atMost: longest, each: 1))) }

  /// Reads a length of time.
  ///
  /// - Parameter longest: the longest that is allowed.
  public func duration(atMost longest: Duration = .seconds(31_536_000)) throws(TransportError) -> Duration {
    .nanoseconds(Int64(try integer(UInt64.self, in: 0...min(longest.nanoseconds, UInt64(Int64.max)))))
  }

  /// Reads the handle of one of ``calls``.
  public func call() throws(TransportError) -> Call {
    let start = position
    let call = Call(id: try integer())
    try check(calls.contains(sorted: call), "byte \(start) of the parcel: there is no call \(call.id)")
    return call
  }

  /// Reads an action that is not completed: the new instance completes it.
  public func action() throws(TransportError) -> Action {
    let start = position
    let id = try integer(UInt64.self)
    guard let call = actions[id] else { throw TransportError(.invalid, "byte \(start) of the parcel: there is no action \(id)") }
    return Action(id: id, call: call == 0 ? nil : Call(id: call))
  }

  /// Reads a value of an enumeration.
  public func value<Value: RawRepresentable>(_ type: Value.Type = Value.self) throws(TransportError) -> Value
  where Value.RawValue: FixedWidthInteger {
    let start = position
    let raw = try integer(Value.RawValue.self)
    guard let value = Value(rawValue: raw) else { throw TransportError(.outOfRange, "byte \(start) of the parcel: \(raw) is no \(type)") }
    return value
  }

  /// Reads a call's description.
  public func info() throws(TransportError) -> CallInfo {
    var info = CallInfo(kind: try text(), handle: try text(), displayName: try text())
    info.localHandle = try text()
    info.divertedFrom = try text()
    info.correlationID = try text()
    info.extraJSON = try text()
    info.contact = try text()
    info.presentation = try value()
    info.flags = try value()
    info.stated = try value()
    let replaced = try integer(UInt64.self)
    info.replaces = replaced == 0 ? nil : Call(id: replaced)
    return info
  }

  /// Reads an error.
  public func error() throws(TransportError) -> TransportError {
    TransportError(try value(), try text(), cause: try value(), native: try integer(), domain: try text())
  }

  /// Reads a value that may be missing.
  ///
  /// - Parameter body: reads the value.
  public func optional<Value>(_ body: () throws(TransportError) -> Value) throws(TransportError) -> Value? {
    try boolean() ? try body() : nil
  }

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - most: the most elements that are allowed.
  ///   - size: the fewest bytes that an element has, at least 1: a length that the parcel cannot hold is refused before memory is reserved.
  ///   - body: reads one element.
  public func list<Element>(atMost most: Int, each size: Int = 1, _ body: () throws(TransportError) -> Element) throws(TransportError)
    -> [Element]
  {
    let count = try count(atMost: most, each: size)
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try body()) }
    return list
  }

  /// Takes the next descriptor; the caller owns it.
  ///
  /// - Throws: `invalid` for one that the parcel lacks or that was taken before.
  public func descriptor() throws(TransportError) -> OwnedDescriptor {
    let start = position
    let index = try integer(UInt32.self)
    let number = table.flatMap { table in table.take_fd.map { $0(table.ctx, index) } } ?? HSW_E_RANGE
    guard number >= 0 else { throw TransportError(.invalid, "byte \(start) of the parcel: there is no descriptor \(index) any more") }
    return OwnedDescriptor(number)
  }

  /// Throws `invalid` with this sentence unless a condition holds.
  public func check(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(TransportError) {
    guard holds else { throw TransportError(.invalid, sentence()) }
  }

  /// Throws when bytes are left.
  package func finish() throws(TransportError) {
    try check(remaining == 0, "\(remaining) bytes of the parcel are left over")
  }

  func count(atMost most: Int, each size: Int) throws(TransportError) -> Int {
    let start = position
    let count = Int(try integer(UInt32.self))
    guard count <= most else { throw TransportError(.outOfRange, "byte \(start) of the parcel: a length of \(count) is over \(most)") }
    guard count <= remaining / max(1, size) else {
      throw TransportError(.invalid, "byte \(start) of the parcel: a length of \(count), and only \(remaining) bytes are left")
    }
    return count
  }

  private func take(_ count: Int) throws(TransportError) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw TransportError(.invalid, "the parcel is cut short at byte \(bytes.count)") }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

/// A descriptor with one owner, which closes it when it goes.
public struct OwnedDescriptor: ~Copyable {
  /// The descriptor, close-on-exec.
  public let number: Int32

  /// Takes ownership of a descriptor.
  public init(_ number: Int32) {
    self.number = number
  }

  deinit { close(number) }

  /// Gives ownership away: the caller closes the descriptor from now on.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension [Call] {
  /// True when a list with rising handles has this call.
  fileprivate func contains(sorted call: Call) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id == call.id { return true }
      if self[middle].id < call.id { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
