/// The part of a divisible test that one of its processes does: every `count`th item, the first of which is item `index`.
package struct TestShare: Hashable, Sendable {
  /// The whole test.
  package static let whole = TestShare(index: 0, count: 1)

  /// The number of the share, from 0.
  package let index: Int
  /// The number of shares, at least 1.
  package let count: Int

  /// Creates a share; the index is below the count.
  package init(index: Int, count: Int) {
    precondition((0..<count).contains(index), "a share has an index below the number of shares")
    self.index = index
    self.count = count
  }

  /// Returns the share's part of the first `total` numbers, in their order.
  package func numbers(of total: Int) -> StrideTo<Int> { stride(from: index, to: total, by: count) }

  /// The share as one word, as in `0/2`.
  package var text: String { "\(index)/\(count)" }

  /// Reads the result of `text`; nil when it is something else.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], (0..<max(0, count)).contains(index) else { return nil }
    self.init(index: index, count: count)
  }
}
