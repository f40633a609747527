import Foundation

/// Splits text that comes in pieces into lines.
struct LineReader {
  private var rest = Data()

  /// Returns the lines that are now complete; an empty piece ends the text and completes the last line.
  mutating func take(_ piece: Data) -> [String] {
    rest.append(piece)
    var lines: [String] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
      rest = rest[rest.index(after: end)...]
    }
    if piece.isEmpty, !rest.isEmpty {
      lines.append(String(decoding: rest, as: UTF8.self))
      rest = Data()
    }
    return lines
  }
}
