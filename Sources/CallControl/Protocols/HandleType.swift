/// A kind of handle: its syntax, and the rule by which two handles name the same party.
///
/// The set is open: an embedder registers its own kinds with a `HandleRegistry`, and a transport may name any. A type is a value, since it
/// may have settings, such as the country that reads a telephone number. Its functions are pure and run on any thread.
public protocol HandleType: Sendable {
  /// The kind's identifier: `phoneNumber`, `emailAddress`, `generic`, `sipURI`, or one of your own.
  static var identifier: String { get }
  /// Returns the normal form of a handle; a normal form is its own normal form.
  ///
  /// - Throws: `HandleError` with the reason.
  func normalize(_ text: String) throws(HandleError) -> String
}

extension HandleType {
  /// Returns true when two texts name the same party; texts without a normal form match only themselves.
  public func matches(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard let left = try? normalize(a), let right = try? normalize(b) else { return false }
    return left == right || ((self as? any PairwiseHandleType)?.isSame(left, right) ?? false)
  }
}
