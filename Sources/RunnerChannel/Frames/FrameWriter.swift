/// Writes the body of a frame.
struct FrameWriter: FrameLayout {
  private var fields: [UInt8] = []
  private var texts: [ArraySlice<UInt8>] = []

  /// The bytes of a body.
  static func bytes(of body: some FrameBody) -> [UInt8] {
    var body = body
    var writer = FrameWriter()
    do throws(FrameFault) {
      try body.lay(&writer)
    } catch {
      // Only the fields of this program are written, and those are checked by the tests of each body.
      preconditionFailure("a body of this program cannot be written: \(error)")
    }
    var bytes = writer.fields
    for text in writer.texts { bytes.append(contentsOf: text) }
    return bytes
  }

  mutating func word(_ value: inout UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { fields.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func long(_ value: inout UInt64) {
    precondition(fields.count % 8 == 0, "a field of 8 bytes lies at a multiple of 8")
    for shift in stride(from: UInt64(0), to: 64, by: 8) { fields.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func text(_ value: inout FrameText) {
    var count = UInt32(value.bytes.count)
    word(&count)
    texts.append(value.bytes)
  }

  func refuse() throws(FrameFault) { throw .field(type: 0) }
}
