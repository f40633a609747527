internal import CRunnerChannel

/// Reads the body of a frame from a private copy.
///
/// It follows the body's description twice: first for the fields, which end where the texts begin, and then for the texts.
package struct FrameReader: FrameLayout {
  private let bytes: [UInt8]
  private let type: UInt16
  private var field = 0
  /// The end of the last text; nil in the first pass.
  private var text: Int?
  /// The length of all texts.
  private var textCount = 0

  private init(_ bytes: [UInt8], type: UInt16) {
    self.bytes = bytes
    self.type = type
  }

  /// Reads a body.
  ///
  /// - Throws: a fault when the bytes are not exactly as long as the body's fields and texts together, or a field is impossible.
  static func read<Body: FrameBody>(_ bytes: [UInt8], as _: Body.Type, type: UInt16) throws(FrameFault) -> Body {
    var reader = FrameReader(bytes, type: type)
    var body = Body()
    try body.read(from: &reader)
    guard reader.field + reader.textCount == bytes.count else { throw .body(type: type) }
    guard reader.textCount > 0 else { return body }
    reader.text = reader.field
    reader.field = 0
    try body.read(from: &reader)
    return body
  }

  package mutating func word(_ value: inout UInt32) throws(FrameFault) { value = try number() }

  package mutating func long(_ value: inout UInt64) throws(FrameFault) { value = try number() }

  package mutating func text(_ value: inout FrameText) throws(FrameFault) {
    let count = Int(try number() as UInt32)
    guard let start = text else {
      // Each length is at most 2^32 and a body has a few hundred texts, so the sum cannot overflow.
      textCount += count
      return
    }
    // The first pass has compared the sum of these same lengths with the body's length.
    if count > 0 { value = FrameText(bytes[start..<start + count]) }
    text = start + count
  }

  package func refuse() throws(FrameFault) { throw .field(type: type) }

  @inline(__always)
  private mutating func number<Number: FixedWidthInteger>() throws(FrameFault) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - field >= size else { throw .body(type: type) }
    defer { field += size }
    return Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: field, as: Number.self) })
  }
}

/// A frame, or an index, that an intact other side cannot have sent.
///
/// The side that finds it ends the connection: nothing that follows can be believed.
package enum FrameFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// An index of the ring is no multiple of 8, or too far away.
  case index
  /// A frame is too short or too long for a frame.
  case length
  /// A frame ends behind the bytes that were handed over.
  case cut
  /// A frame was lost or repeated.
  case sequence
  /// A frame has a flag that does not exist.
  case flags
  /// A frame has a type that does not exist.
  case type(UInt16)
  /// A body is not as long as its fields and strings together.
  case body(type: UInt16)
  /// A field has a value that its type does not allow.
  case field(type: UInt16)
  /// A message of several frames changes its type between them, or is longer than a message may be.
  case message(type: UInt16)
  /// A frame names an instance that is not open.
  case instance(UInt16)
  /// A frame names an epoch that has not begun.
  case epoch(UInt16)
  /// A frame answers a ticket that is not open.
  case ticket(UInt64)
  /// The bytes that an answer announces have not come.
  case blob(UInt64)
  /// An answer is no list of audio formats.
  case formats

  init?(result: CInt) {
    switch result {
    case HRC_NONE, HRC_FRAME: return nil
    case HRC_BAD_LENGTH: self = .length
    case HRC_BAD_CUT: self = .cut
    case HRC_BAD_SEQ: self = .sequence
    case HRC_BAD_FLAGS: self = .flags
    case HRC_BAD_TYPE: self = .type(0)
    default: self = .index
    }
  }

  /// The fault in one line.
  package var description: String {
    switch self {
    case .index: "an index of its ring is impossible"
    case .length: "a frame has an impossible length"
    case .cut: "a frame is cut short"
    case .sequence: "a frame was lost or repeated"
    case .flags: "a frame has a flag that does not exist"
    case .type(let type): "a frame has the type \(type), which does not exist"
    case .body(let type): "the body of a frame of type \(type) is not as long as its parts"
    case .field(let type): "a frame of type \(type) has a field with an impossible value"
    case .message(let type): "a message of type \(type) is too long, or another frame is in it"
    case .instance(let instance): "a frame names the instance \(instance), which is not open"
    case .epoch(let epoch): "a frame names the epoch \(epoch), which has not begun"
    case .ticket(let ticket): "a frame answers the ticket \(ticket), which is not open"
    case .blob(let ticket): "the bytes that belong to the answer to the ticket \(ticket) have not come"
    case .formats: "an answer is no list of audio formats"
    }
  }
}
