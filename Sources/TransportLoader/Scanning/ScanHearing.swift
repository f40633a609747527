internal import Glibc

/// What was heard of a scanning process so far.
struct ScanHearing: ~Copyable {
  private let nonce: String
  private var answer: ScanOutput
  private(set) var output: ScanOutput
  private var read = 0

  /// The function that it was in last; nil before it said that it is there.
  private(set) var step: String?
  /// Its answer; the first counts.
  private(set) var verdict: ScanMessage?
  /// Whether there was a line that is none of ours.
  private(set) var heardRubbish = false

  init(nonce: String, answer: consuming ScanOutput, output: consuming ScanOutput) {
    self.nonce = nonce
    self.answer = answer
    self.output = output
  }

  /// Whether nothing more can come.
  var isOver: Bool { answer.descriptor < 0 }

  /// Takes what comes, and waits for it at most that long.
  mutating func listen(milliseconds: CInt) {
    // A descriptor of -1 is passed over.
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
