/// A value of the store that cannot be read: it is ignored, and the key keeps its last readable value.
package struct PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bucket's key.
  package let key: String
  /// The member at fault, as a path such as `lent.agent-9`; empty for the whole value.
  package let member: String
  /// The fault.
  package let reason: String

  /// The key, the member, the fault, and the remedy.
  package var description: String {
    let place = member.isEmpty ? key : "\(key), \(member)"
    return "\(place): \(reason); write the key again from a node of a version that the cluster supports, or delete it"
  }
}
