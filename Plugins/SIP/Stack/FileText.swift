internal import Glibc

/// Reads and writes small files.
enum FileText {
  /// The longest file, in bytes.
  private static let limit = 4 << 20

  /// Reads a file; nil if it cannot, or if the file is longer than 4 MiB, with the reason in `errno`.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += piece[..<count]
      if bytes.count > limit {
        errno = EFBIG
        return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a file that only its owner can read; returns false if it cannot.
  static func make(_ path: String, _ text: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var rest = ArraySlice(Array(text.utf8))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
