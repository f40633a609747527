internal import Glibc

/// The messages and output received from a scanning process.
struct ScanHearing: ~Copyable {
  private let nonce: String
  private var answer: ScanOutput
  private(set) var output: ScanOutput
  private var read = 0

  /// The last function that it reported; nil before its first message.
  private(set) var step: String?
  /// Its answer; the first counts.
  private(set) var verdict: ScanMessage?
  /// True when it sent a line that is not a valid message.
  private(set) var heardRubbish = false

  init(nonce: String, answer: consuming ScanOutput, output: consuming ScanOutput) {
    self.nonce = nonce
    self.answer = answer
    self.output = output
  }

  /// True when no more messages can come.
  var isOver: Bool { answer.descriptor < 0 }

  /// Waits for messages and output for at most `milliseconds`, and takes them.
  mutating func listen(milliseconds: CInt) {
    // poll(2) ignores a descriptor of -1.
    var waiting = [
      pollfd(fd: answer.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&waiting, 2, milliseconds)
    answer.take()
    output.take()
    while let end = answer.bytes[read...].firstIndex(of: UInt8(ascii: "\n")) {
      hear(answer.bytes[read..<end])
      read = end + 1
    }
    if isOver, verdict == nil, read < answer.bytes.count { heardRubbish = true }
  }

  private mutating func hear(_ line: ArraySlice<UInt8>) {
    switch ScanMessage(line: line, nonce: nonce) {
    case .step(let step)?: self.step = step
    case let message?: verdict = verdict ?? message
    case nil: heardRubbish = true
    }
  }
}

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
