internal import Glibc

/// One end of a pipe that a scanning process writes to: takes what is there, never waits.
struct ScanOutput: ~Copyable {
  /// The end that the host reads; -1 once the other side closed.
  private(set) var descriptor: CInt
  /// What came so far.
  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private let keepsEnd: Bool

  /// Reads `descriptor`, which becomes this value's to close.
  ///
  /// - Parameters:
  ///   - limit: how many bytes are kept.
  ///   - keepsEnd: whether the last are kept; else the first are.
  init(_ descriptor: CInt, limit: Int, keepsEnd: Bool) {
    self.descriptor = descriptor
    self.limit = limit
    self.keepsEnd = keepsEnd
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes what is there, at most a little at a time: whoever floods it is stopped by the deadline.
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

  /// What came, as lines without anything else that a terminal would obey.
  var text: String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.unicodeScalars.append(TerminalText.isUnsafe(scalar) && scalar != "\n" ? " " : scalar)
    }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
