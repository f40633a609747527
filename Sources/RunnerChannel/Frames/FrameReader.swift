/// Reads the body of a frame from a private copy.
///
/// It follows the body's description twice: first for the fields, which end where the texts begin, and then for the texts.
struct FrameReader: FrameLayout {
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
    try body.lay(&reader)
    guard reader.field + reader.textCount == bytes.count else { throw .body(type: type) }
    guard reader.textCount > 0 else { return body }
    reader.text = reader.field
    reader.field = 0
    try body.lay(&reader)
    return body
  }

  mutating func word(_ value: inout UInt32) throws(FrameFault) { value = UInt32(truncatingIfNeeded: try number(of: 4)) }

  mutating func long(_ value: inout UInt64) throws(FrameFault) { value = try number(of: 8) }

  mutating func text(_ value: inout FrameText) throws(FrameFault) {
    let count = Int(try number(of: 4))
    guard let start = text else {
      // Each length is at most 2^32 and a body has a few hundred texts, so the sum cannot overflow.
      textCount += count
      return
    }
    // The first pass has compared the sum of these same lengths with the body's length.
    value = FrameText(bytes[start..<start + count])
    text = start + count
  }

  func refuse() throws(FrameFault) { throw .field(type: type) }

  private mutating func number(of size: Int) throws(FrameFault) -> UInt64 {
    guard bytes.count - field >= size else { throw .body(type: type) }
    var value: UInt64 = 0
    for index in (field..<field + size).reversed() { value = value << 8 | UInt64(bytes[index]) }
    field += size
    return value
  }
}
