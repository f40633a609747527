/// A string or other bytes in a frame, as they came: the reader of the frame decides whether they are text.
///
/// It shares the memory of its message, which is a private copy.
package struct FrameText: Hashable, Sendable {
  /// The bytes.
  package var bytes: ArraySlice<UInt8>

  /// Makes an empty text.
  package init() { bytes = [] }

  /// Makes a text from bytes.
  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Makes a text from a string.
  package init(_ text: String) { bytes = text.isEmpty ? [] : Array(text.utf8)[...] }

  /// The text as a string; nil when it is not UTF-8 or contains a NUL.
  package var string: String? {
    bytes.isEmpty ? "" : bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
