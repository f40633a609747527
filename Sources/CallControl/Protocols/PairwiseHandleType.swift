/// A kind of handle without a normal form for all spellings, so that handles are compared in pairs.
///
/// SIP URIs are such a kind: a URI without a parameter matches two URIs that differ in it.
public protocol PairwiseHandleType: HandleType {
  /// Returns true when two different normalised handles name the same party.
  func isSame(_ a: String, _ b: String) -> Bool
  /// Returns a key that is equal for any two handles that may match; a list compares only handles with the same key.
  ///
  /// - Parameter handle: a normalised handle, or a text without a normal form.
  func key(of handle: String) -> String
}

extension PairwiseHandleType {
  /// Returns one key for all handles, so that each is compared with each.
  public func key(of handle: String) -> String { "" }
}
