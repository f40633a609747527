internal import Glibc
package import StrictJSON

/// Splits a stream of bytes into lines: a pure value.
///
/// A line ends with a line feed; a carriage return before it does not count, and empty lines are passed over. Of a line that is too long only
/// its beginning is kept, until the door has decided about it.
package struct LineFraming: Sendable {
  /// A part of the stream.
  package enum Frame: Equatable, Sendable {
    /// A line without its end.
    case line([UInt8])
    /// The line exceeds the limit; its rest is skipped. `id` is the request's id when the line shows it.
    case tooLarge(id: JSONValue?, limit: Int)
  }

  /// The limits of the connection; changed ones count for what arrives later.
  package var limits: DoorLimits
  private var bytes: [UInt8] = []
  /// The place at which the present line begins.
  private var head = 0
  /// There is no line feed from `head` to here.
  private var scanned = 0
  /// True while the rest of an overlong line is passed over.
  private var isSkipping = false
  /// True when the present line, as far as it is here, may have the length of an import.
  private var isLong = false

  /// Creates a splitter at the beginning of a stream.
  ///
  /// - Parameter limits: the limits of the connection.
  package init(limits: DoorLimits = DoorLimits()) {
    self.limits = limits
  }

  /// The number of bytes that are kept.
  package var count: Int { bytes.count - head }

  /// Adds bytes of the stream.
  ///
  /// - Parameter new: the bytes.
  package mutating func append(_ new: some Sequence<UInt8>) {
    bytes += new
  }

  /// Returns the next line; nil until further bytes arrive.
  package mutating func next() -> Frame? {
    while true {
      guard let end = lineFeed() else { return unfinished() }
      let start = head
      head = end + 1
      scanned = head
      isLong = false
      if isSkipping {
        isSkipping = false
        continue
      }
      let last = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
      if last == start { continue }
      let frame = judge(bytes[start..<last], isWhole: true)
      compact()
      return frame
    }
  }

  /// Decides about a line, or about its beginning; nil while more of it must arrive.
  ///
  /// It looks at beginnings of fixed lengths, so that the decision does not depend on the portions in which the bytes arrive.
  private func judge(_ line: ArraySlice<UInt8>, isWhole: Bool) -> Frame? {
    guard line.count > limits.line else { return isWhole ? .line(Array(line)) : nil }
    let long = RequestPeek.longMethod
    let beginning = RequestPeek(line.prefix(limits.line + 1))
    guard beginning.mayBe(long) else { return .tooLarge(id: beginning.id, limit: limits.line) }
    guard line.count <= limits.importLine else {
      let more = RequestPeek(line.prefix(limits.importLine + 1))
      return .tooLarge(id: more.id, limit: more.mayBe(long) ? limits.importLine : limits.line)
    }
    guard isWhole else { return nil }
    let whole = RequestPeek(line)
    return whole.method == long ? .line(Array(line)) : .tooLarge(id: whole.id, limit: limits.line)
  }

  private mutating func lineFeed() -> Int? {
    let (from, count) = (scanned, bytes.count)
    scanned = count
    return bytes.withUnsafeBytes { all in
      guard from < count, let base = all.baseAddress, let found = memchr(base + from, 10, count - from) else { return nil }
      return base.distance(to: found)
    }
  }

  /// Looks at a line whose end has not arrived.
  private mutating func unfinished() -> Frame? {
    if isSkipping {
      drop()
      return nil
    }
    compact()
    let line = bytes.last == UInt8(ascii: "\r") ? bytes[head..<bytes.count - 1] : bytes[head...]
    guard line.count > limits.line, !isLong || line.count > limits.importLine else { return nil }
    guard let frame = judge(line, isWhole: false) else {
      isLong = true
      return nil
    }
    isSkipping = true
    drop()
    return frame
  }

  private mutating func drop() {
    bytes = []
    (head, scanned) = (0, 0)
  }

  /// Gives memory back that holds nothing any more.
  private mutating func compact() {
    if head == bytes.count {
      drop()
    } else if head >= DoorLimits.portion, head * 2 >= bytes.count {
      bytes.removeFirst(head)
      scanned -= head
      head = 0
    }
  }
}
