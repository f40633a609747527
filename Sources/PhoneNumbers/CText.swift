/// Converts text from and to C: fixed-size arrays with a final NUL, and buffers of the caller.
enum CText {
  /// Returns a field of a C struct as text.
  static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Writes a text that came from a field of a C struct back into such a field, so that it fits.
  static func keep<Field>(_ text: String, in field: inout Field) {
    withUnsafeMutableBytes(of: &field) { room in
      let bytes = text.utf8.prefix(room.count - 1)
      room.copyBytes(from: bytes)
      room[bytes.count] = 0
    }
  }

  /// Returns the text that a C function writes; calls it again with a larger buffer when 64 bytes are too few.
  ///
  /// `write` returns the length of its text. The result is nil when that is 0.
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
