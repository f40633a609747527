/// A kind of handle: how it is written, and when two of them mean the same party.
///
/// The set is open: an embedder registers its own with a `HandleRegistry`, and a transport may name any. A value, so that it can know
/// where it is: a telephone number is read by the plan of a country. Pure functions; called on any thread.
public protocol HandleType: Sendable {
  /// The kind's name: `phoneNumber`, `emailAddress`, `generic`, `sipURI`, or one of your own.
  static var identifier: String { get }
  /// The one spelling that stands for all spellings of the same handle; what is such a spelling stays as it is.
  ///
  /// - Throws: `HandleError` that says what is wrong with the text.
  func normalize(_ text: String) throws(HandleError) -> String
}

extension HandleType {
  /// Whether two texts, as people write them, name the same party; texts that cannot be normalised match only themselves.
  public func matches(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard let left = try? normalize(a), let right = try? normalize(b) else { return false }
    return left == right || ((self as? any PairwiseHandleType)?.isSame(left, right) ?? false)
  }
}
