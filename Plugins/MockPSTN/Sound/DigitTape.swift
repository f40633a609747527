/// Detected digits, as a stream reports them to the loop: the last 32, and the total count.
struct DigitTape: BitwiseCopyable, Sendable {
  private(set) var count: UInt32 = 0
  private var digits: [32 of UInt8] = .init(repeating: 0)

  mutating func append(_ digit: UInt8) {
    digits[Int(count % 32)] = digit
    count &+= 1
  }

  /// Returns the digits after the first `known`, as far as they are still there.
  func after(_ known: UInt32) -> String {
    let first = count - known > 32 ? count - 32 : known
    return String(decoding: (first..<count).map { digits[Int($0 % 32)] }, as: UTF8.self)
  }
}
