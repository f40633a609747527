/// The body of a frame: its one description, which the reader and the writer of both sides follow.
package protocol FrameBody: Hashable, Sendable {
  /// Makes a body with empty fields.
  init()

  /// Passes each field, in the order of the frame, to a reader or a writer.
  mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault)

  /// Passes each field to a writer.
  ///
  /// No body defines this or `read`: as requirements they give the compiler the pair of types for which to specialise `lay`.
  mutating func write(to writer: inout FrameWriter) throws(FrameFault)

  /// Passes each field to a reader.
  mutating func read(from reader: inout FrameReader) throws(FrameFault)
}

extension FrameBody {
  package mutating func write(to writer: inout FrameWriter) throws(FrameFault) { try lay(&writer) }
  package mutating func read(from reader: inout FrameReader) throws(FrameFault) { try lay(&reader) }
}

/// A reader or writer of a body's fields.
///
/// A text puts its length among the fields; the texts themselves follow the last field, in the same order.
package protocol FrameLayout {
  /// Passes a number of 4 bytes.
  mutating func word(_ value: inout UInt32) throws(FrameFault)
  /// Passes a number of 8 bytes.
  mutating func long(_ value: inout UInt64) throws(FrameFault)
  /// Passes a number of 4 bytes that is 0 or 1.
  mutating func flag(_ value: inout Bool) throws(FrameFault)
  /// Passes 4 bytes that are always zero.
  mutating func zero() throws(FrameFault)
  /// Passes the number of texts in a list that follows.
  mutating func count(_ value: inout UInt32, limit: UInt32) throws(FrameFault)
  /// Passes a text.
  mutating func text(_ value: inout FrameText) throws(FrameFault)
  /// Refuses a body whose field has an impossible value.
  func refuse() throws(FrameFault)
}

extension FrameLayout {
  /// Passes a number of 4 bytes with a sign.
  package mutating func number(_ value: inout Int32) throws(FrameFault) {
    var bits = UInt32(bitPattern: value)
    try word(&bits)
    value = Int32(bitPattern: bits)
  }

  /// Passes a number of 4 bytes that is 0 or 1.
  package mutating func flag(_ value: inout Bool) throws(FrameFault) {
    var bits: UInt32 = value ? 1 : 0
    try word(&bits)
    if bits > 1 { try refuse() }
    value = bits == 1
  }

  /// Passes 4 bytes that are always zero.
  package mutating func zero() throws(FrameFault) {
    var bits: UInt32 = 0
    try word(&bits)
    if bits != 0 { try refuse() }
  }

  /// Passes the body of another type within this one.
  package mutating func part(_ value: inout some FrameBody) throws(FrameFault) { try value.lay(&self) }

  /// Passes the number of texts in a list that follows.
  package mutating func count(_ value: inout UInt32, limit: UInt32) throws(FrameFault) {
    try word(&value)
    if value > limit { try refuse() }
  }

  /// Passes a list of texts, whose number an earlier field gives.
  package mutating func texts(_ values: inout [FrameText], count: UInt32) throws(FrameFault) {
    if values.count != Int(count) { values = Array(repeating: FrameText(), count: Int(count)) }
    for index in values.indices { try text(&values[index]) }
  }
}

extension FrameBody {
  /// The bytes of the body, for a place outside a frame.
  package var bodyBytes: [UInt8] { FrameWriter.bytes(of: self) }

  /// Reads a body from such bytes; nil when they are none.
  package init?(body text: FrameText) {
    guard let body = try? FrameReader.read(Array(text.bytes), as: Self.self, type: 0) else { return nil }
    self = body
  }
}

/// Writes the body of a frame.
///
/// It follows the body's description twice: first for the fields, and then for the texts behind them.
package struct FrameWriter: FrameLayout {
  private var bytes: [UInt8]
  private var start: Int
  private var hasTexts = false
  private var writesTexts = false

  private init(appendingTo bytes: consuming [UInt8]) {
    start = bytes.count
    self.bytes = bytes
  }

  /// The bytes of a body.
  static func bytes(of body: some FrameBody) -> [UInt8] {
    var bytes: [UInt8] = []
    append(body, to: &bytes)
    return bytes
  }

  /// Appends the bytes of a body.
  package static func append(_ body: some FrameBody, to bytes: inout [UInt8]) {
    var body = body
    var writer = FrameWriter(appendingTo: bytes)
    bytes = []
    do throws(FrameFault) {
      try body.write(to: &writer)
      if writer.hasTexts {
        writer.writesTexts = true
        try body.write(to: &writer)
      }
    } catch {
      // Only the fields of this program are written, and those are checked by the tests of each body.
      preconditionFailure("a body of this program cannot be written: \(error)")
    }
    bytes = writer.bytes
  }

  package mutating func word(_ value: inout UInt32) {
    guard !writesTexts else { return }
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func long(_ value: inout UInt64) {
    guard !writesTexts else { return }
    precondition((bytes.count - start) % 8 == 0, "a field of 8 bytes lies at a multiple of 8")
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func text(_ value: inout FrameText) {
    if writesTexts { return bytes.append(contentsOf: value.bytes) }
    var count = UInt32(value.bytes.count)
    hasTexts = hasTexts || count > 0
    word(&count)
  }

  package func refuse() throws(FrameFault) { throw .field(type: 0) }
}
