internal import Glibc

/// The reading end of a pipe from a scanning process; it never blocks.
struct ScanOutput: ~Copyable {
  /// The descriptor; -1 once the other side closed.
  private(set) var descriptor: CInt
  /// The bytes received so far, within the limit.
  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private let keepsEnd: Bool

  /// Reads `descriptor`, and owns it.
  ///
  /// - Parameters:
  ///   - limit: the largest number of bytes to keep.
  ///   - keepsEnd: true to keep the last bytes, false to keep the first.
  init(_ descriptor: CInt, limit: Int, keepsEnd: Bool) {
    self.descriptor = descriptor
    self.limit = limit
    self.keepsEnd = keepsEnd
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes the available bytes, at most 256 KiB at a time; the time-out stops a process that floods it.
  mutating func take() {
    guard descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 1) { chunk in
      for _ in 0..<16 {
        let count = read(descriptor, chunk.baseAddress, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          if count == 0 { end() }
          return
        }
        keep(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      }
    }
  }

  private mutating func keep(_ new: UnsafeRawBufferPointer) {
    bytes += keepsEnd ? new[...] : new.prefix(limit - bytes.count)
    if keepsEnd, bytes.count > limit { bytes.removeFirst(bytes.count - limit) }
  }

  private mutating func end() {
    close(descriptor)
    descriptor = -1
  }

  /// The bytes as text, with line breaks but no other control characters.
  var text: String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.unicodeScalars.append(TerminalText.isUnsafe(scalar) && scalar != "\n" ? " " : scalar)
    }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
