/// A kind of handle where no spelling can stand for all others, so that two have to be looked at together.
///
/// SIP URIs are such a kind: one that says nothing of a parameter matches each of two that differ in it.
public protocol PairwiseHandleType: HandleType {
  /// True when two handles, both normalised, name the same party although they are spelled differently.
  func isSame(_ a: String, _ b: String) -> Bool
  /// Returns a text that is equal for any two handles that may be the same; a list looks only among those at each handle.
  ///
  /// - Parameter handle: a normalised handle, or a text that cannot be normalised.
  func key(of handle: String) -> String
}

extension PairwiseHandleType {
  /// Returns the same text for all handles, so that each is compared with each.
  public func key(of handle: String) -> String { "" }
}
