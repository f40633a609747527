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
