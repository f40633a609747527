/// A kind of handle where no spelling can stand for all others, so that two have to be looked at together.
///
/// SIP URIs are such a kind: one that says nothing of a parameter matches each of two that differ in it.
public protocol PairwiseHandleType: HandleType {
  /// Whether two handles, both normalised, name the same party although they are spelled differently.
  func isSame(_ a: String, _ b: String) -> Bool
}
