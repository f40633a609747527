/// The call of a step, named so that it has a meaning whatever came before.
enum FuzzCall: Sendable, Hashable, CustomStringConvertible {
  /// A call that is up, counted cyclically from the oldest.
  case up(Int)
  /// A call that is up, counted cyclically back from the latest.
  case latest(Int)
  /// A call that is over, counted cyclically from the oldest.
  case over(Int)
  /// A handle that need not exist.
  case stranger(UInt64)

  var description: String {
    switch self {
    case .up(let index): "up \(index)"
    case .latest(let index): "latest \(index)"
    case .over(let index): "over \(index)"
    case .stranger(let handle): "stranger 0x" + String(handle, radix: 16)
    }
  }

  /// Reads the result of `description`; nil when it is something else.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { return nil }
    let index = Int(words[1]).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
    switch words[0] {
    case "up":
      guard let index else { return nil }
      self = .up(index)
    case "latest":
      guard let index else { return nil }
      self = .latest(index)
    case "over":
      guard let index else { return nil }
      self = .over(index)
    case "stranger":
      guard words[1].hasPrefix("0x"), let handle = UInt64(words[1].dropFirst(2), radix: 16) else { return nil }
      self = .stranger(handle)
    default: return nil
    }
  }
}
