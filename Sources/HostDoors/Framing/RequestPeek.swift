internal import Glibc
internal import StrictJSON

/// The method and the id of a request, found in the beginning of its line without reading all of it.
///
/// It serves lines that are too long to be read: the answer needs the id, and the limit depends on the method. A member whose name is
/// written with escapes is not found.
struct RequestPeek {
  /// The method whose lines may be longer than those of others.
  static let longMethod = "contact.import"

  /// The method; nil when the bytes do not show it.
  private(set) var method: String?
  /// The id; nil when the bytes show none that is a string or a whole number.
  private(set) var id: JSONValue?
  /// True when the bytes are the beginning of an object, as far as they were read.
  private(set) var isObject = false
  /// True when the bytes end within the object, so that more members may follow.
  private var isOpen = false

  /// Reads the members of the outermost object.
  ///
  /// - Parameter line: the line, or its beginning.
  init(_ line: ArraySlice<UInt8>) {
    line.withUnsafeBufferPointer { bytes in
      var cursor = Cursor(bytes: bytes)
      isObject = cursor.take("{")
      guard isObject else { return }
      isOpen = true
      while let member = cursor.member() {
        if member.name.elementsEqual("method".utf8) { method = Self.value(member.value)?.string }
        if member.name.elementsEqual("id".utf8) { id = Self.value(member.value).flatMap { RequestReader.isID($0) ? $0 : nil } }
        if cursor.take(",") { continue }
        isOpen = cursor.isAtEnd
        return
      }
      isOpen = cursor.isAtEnd
    }
  }

  /// Returns true when the request calls this method, or may do so as far as the bytes show it.
  ///
  /// - Parameter name: the method's name.
  func mayBe(_ name: String) -> Bool { method.map { $0 == name } ?? (isObject && isOpen) }

  private static func value(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> JSONValue? {
    // An id and a method are short; longer values are not read.
    bytes.count <= 1_024 ? try? JSONReader.read(Array(bytes)) : nil
  }
}

/// A place in a text that may be cut off anywhere.
private struct Cursor {
  typealias Part = Slice<UnsafeBufferPointer<UInt8>>
  let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { at >= bytes.count }

  private mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  /// Consumes white space and then this character, if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Reads a member; nil when there is none that is whole.
  mutating func member() -> (name: Part, value: Part)? {
    skipSpace()
    guard let name = string(), take(":") else { return nil }
    skipSpace()
    let start = at
    guard value() else { return nil }
    return (name.dropFirst().dropLast(), bytes[start..<at])
  }

  /// Reads a string with its quotes; nil when it does not begin or end here.
  private mutating func string() -> Part? {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), let base = bytes.baseAddress else { return nil }
    let start = at
    var from = at + 1
    while from < bytes.count, let found = memchr(base + from, 34, bytes.count - from) {
      let quote = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
      var backslash = quote - 1
      while backslash > start, bytes[backslash] == UInt8(ascii: "\\") { backslash -= 1 }
      from = quote + 1
      // An odd number of backslashes escapes the quote.
      if (quote - backslash).isMultiple(of: 2) { continue }
      at = from
      return bytes[start..<at]
    }
    at = bytes.count
    return nil
  }

  /// Passes over a value; false when its end is not here.
  private mutating func value() -> Bool {
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        guard string() != nil else { return false }
        if depth == 0 { return true }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of the outer object ends a number or a word.
        if depth == 0 { return true }
        depth -= 1
        at += 1
        if depth == 0 { return true }
      case UInt8(ascii: ","):
        if depth == 0 { return true }
        at += 1
      default: at += 1
      }
    }
    return false
  }
}
