import Foundation

/// Makes lines of pieces of text.
struct LineReader {
  private var rest = Data()

  /// The lines that are whole now; at the end of all, an empty piece, what is left.
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
