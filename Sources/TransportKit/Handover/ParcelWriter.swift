internal import TransportABI

/// The parcel of an old instance: values for the next version, one after another, and descriptors.
///
/// Numbers cross in little-endian order, texts and lists with their length in front. The next version reads the same values in the same
/// order from a ``ParcelReader``. The kit puts the transport's id and ``HandoverTransport/handoverFormat`` in front.
///
/// The parcel may hold secrets: it is never written to a disk or a log.
public final class ParcelWriter {
  /// The socket to the other instance, for the transport's own protocol: datagrams, non-blocking; nil without one.
  ///
  /// Borrowed: it stays open until the instance is destroyed. Never close it.
  public let link: Int32?
  private(set) var bytes: [UInt8] = []
  private let table: hsw_parcel
  /// The first error; it refuses the parcel, so that no caller needs to look after each value.
  private(set) var error: TransportError?

  init(_ borrowed: UnsafePointer<hsw_parcel>) {
    table = hsw_parcel(borrowed)
    link = table.link >= 0 ? table.link : nil
  }

  /// Makes a parcel without a host, to test a transport's format; it takes no descriptors.
  package init() {
    table = hsw_parcel()
    link = nil
  }

  /// The bytes so far, to test a transport's format.
  package var written: [UInt8] { bytes }

  /// Writes a whole number.
  public func write(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  /// Writes a truth value.
  public func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Writes a floating-point number.
  public func write(_ value: Double) { write(value.bitPattern) }

  /// Writes a text.
  public func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes, with their number in front.
  public func write(_ content: [UInt8]) {
    write(count: content.count)
    bytes += content
  }

  /// Writes a length of time, to the nanosecond; a negative one becomes zero.
  public func write(_ duration: Duration) { write(duration.nanoseconds) }

  /// Writes a call's handle.
  public func write(_ call: Call) { write(call.id) }

  /// Writes an action that is not completed.
  public func write(_ action: Action) { write(action.id) }

  /// Writes a value of an enumeration or a set of options.
  public func write<Value: RawRepresentable>(_ value: Value) where Value.RawValue: FixedWidthInteger { write(value.rawValue) }

  /// Writes a call's description.
  public func write(_ info: CallInfo) {
    for text in info.texts { write(text) }
    write(info.presentation)
    write(info.flags)
    write(info.stated)
    write(info.replaces?.id ?? 0)
  }

  /// Writes an error.
  public func write(_ error: TransportError) {
    write(error.code)
    write(error.message)
    write(error.cause)
    write(error.native)
    write(error.domain)
  }

  /// Writes a value that may be missing.
  ///
  /// - Parameters:
  ///   - value: the value; nil for none.
  ///   - body: writes the value.
  public func write<Value>(optional value: Value?, _ body: (Value) -> Void) {
    write(value != nil)
    if let value { body(value) }
  }

  /// Writes a list, with its number of elements in front.
  ///
  /// - Parameters:
  ///   - list: the elements.
  ///   - body: writes one element, as at least one byte.
  public func write<Elements: Collection>(list: Elements, _ body: (Elements.Element) -> Void) {
    write(count: list.count)
    for element in list { body(element) }
  }

  /// Writes a descriptor, of which the host makes a copy; the transport keeps its own.
  ///
  /// - Throws: The host's error, such as `outOfRange` for too many.
  public func write(descriptor: Int32) throws(TransportError) {
    guard let put = table.put_fd else { throw TransportError(.notSupported, "this parcel takes no descriptors") }
    let index = put(table.ctx, descriptor)
    guard index >= 0 else {
      throw TransportError(TransportError.Code(rawValue: index) ?? .failed, "descriptor \(descriptor) cannot cross")
    }
    write(UInt32(index))
  }

  private func write(count: Int) {
    guard let count = UInt32(exactly: count) else {
      error = error ?? TransportError(.outOfRange, "a list of \(count) is too long for a parcel")
      return write(UInt32(0))
    }
    write(count)
  }

  /// Passes a part of the parcel to the host.
  func send(_ part: ArraySlice<UInt8>) throws(TransportError) {
    guard let write = table.write else { throw TransportError(.invalid) }
    var rest = part
    while !rest.isEmpty {
      let taken = rest.withUnsafeBytes { bytes in bytes.baseAddress.map { write(table.ctx, $0, bytes.count) } ?? 0 }
      guard taken > 0, taken <= Int64(rest.count) else {
        let code = Int32(exactly: taken).flatMap(TransportError.Code.init(rawValue:)) ?? .failed
        throw TransportError(code, "the host does not take the parcel")
      }
      rest = rest.dropFirst(Int(taken))
    }
  }
}

extension CallInfo {
  /// Its texts in the order of a parcel.
  var texts: [String] { [kind, handle, displayName, localHandle, divertedFrom, correlationID, extraJSON, contact] }
}

extension hsw_parcel {
  /// Copies a borrowed parcel; without a link where the host knows none.
  init(_ borrowed: UnsafePointer<hsw_parcel>) {
    self.init()
    link = -1
    self = copied(borrowed, into: self)
  }
}
