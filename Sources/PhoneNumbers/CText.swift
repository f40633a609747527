/// Texts as C hands them over: an array of fixed size with a 0 at the end, or the caller's own memory.
enum CText {
  /// A field of a C struct as text.
  static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Puts a text into a field of a C struct that came out of such a field, so that it fits.
  static func keep<Field>(_ text: String, in field: inout Field) {
    withUnsafeMutableBytes(of: &field) { room in
      let bytes = text.utf8.prefix(room.count - 1)
      room.copyBytes(from: bytes)
      room[bytes.count] = 0
    }
  }

  /// What a function writes that says how long its text is: asked once with some room, and again with enough.
  ///
  /// nil: it wrote nothing.
  static func make(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    func text(room: Int) -> (text: String, length: Int) {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
        guard let base = buffer.baseAddress else { return ("", 0) }
        let length = write(base, room)
        let bytes = UnsafeRawBufferPointer(buffer).prefix(length < room ? length : 0)
        return (String(decoding: bytes, as: UTF8.self), length)
      }
    }
    let first = text(room: 64)
    let whole = first.length < 64 ? first : text(room: first.length + 1)
    return whole.length == 0 ? nil : whole.text
  }
}
