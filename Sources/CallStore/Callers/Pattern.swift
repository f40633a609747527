/// A pattern of `*` and `?`, and a quick test that refuses most texts.
struct Pattern: Sendable {
  /// The pattern's bytes.
  private let bytes: [UInt8]
  /// One bit for each pair of neighbouring literal bytes; a text that lacks one of them does not match.
  let needs: UInt64

  init(_ text: String) {
    bytes = Array(text.utf8)
    needs = Self.pairs(of: bytes, isPattern: true)
  }

  /// Returns the bits of the pairs of neighbouring bytes; a wildcard parts its neighbours.
  static func pairs(of bytes: [UInt8], isPattern: Bool = false) -> UInt64 {
    var bits: UInt64 = 0
    for place in bytes.indices.dropFirst() {
      let (left, right) = (bytes[place - 1], bytes[place])
      if isPattern, left == UInt8(ascii: "*") || left == UInt8(ascii: "?") || right == UInt8(ascii: "*") || right == UInt8(ascii: "?") {
        continue
      }
      let hash = (UInt32(left) &* 31 &+ UInt32(right)) &* 0x9E37_79B1
      bits |= 1 << UInt64(hash >> 26)
    }
    return bits
  }

  /// Returns true when a text matches; `?` stands for one character.
  func matches(_ text: [UInt8]) -> Bool {
    var (place, at) = (0, 0)
    var (star, mark) = (-1, 0)
    while at < text.count {
      if place < bytes.count, bytes[place] == UInt8(ascii: "*") {
        (star, mark) = (place, at)
        place += 1
      } else if place < bytes.count, bytes[place] == UInt8(ascii: "?") {
        place += 1
        at = Self.next(text, at)
      } else if place < bytes.count, bytes[place] == text[at] {
        place += 1
        at += 1
      } else if star >= 0 {
        // The last star takes one character more.
        mark = Self.next(text, mark)
        (place, at) = (star + 1, mark)
      } else {
        return false
      }
    }
    while place < bytes.count, bytes[place] == UInt8(ascii: "*") { place += 1 }
    return place == bytes.count
  }

  /// Returns the place after the character at a place: bytes 10xxxxxx continue one.
  private static func next(_ text: [UInt8], _ place: Int) -> Int {
    var next = place + 1
    while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
