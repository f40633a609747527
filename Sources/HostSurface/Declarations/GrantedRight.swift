/// A right as a grant names it: `control`, or `control:call.end` for one of its methods.
package struct GrantedRight: Hashable, Sendable, CustomStringConvertible {
  /// The right.
  package let right: Right
  /// The one method that is granted; nil for all methods of the right.
  package let method: MethodName?

  /// Reads the text of a grant; nil for an unknown right, and for a method that needs another right.
  ///
  /// - Parameter text: the text, such as `control:call.end`.
  package init?(parsing text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let right = Right(rawValue: parts[0]) else { return nil }
    self.right = right
    guard parts.count == 2 else {
      method = nil
      return
    }
    guard let method = MethodName(rawValue: parts[1]), method.declaration.right == right else { return nil }
    self.method = method
  }

  /// The right as a grant names it.
  package var description: String { right.rawValue + (method.map { ":" + $0.rawValue } ?? "") }
}
