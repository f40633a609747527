internal import TransportKit

/// An object of the settings whose keys have been checked.
struct SettingsObject {
  let node: SettingsNode
  fileprivate let members: [String: JSON]

  init(node: SettingsNode, members: [String: JSON]) {
    self.node = node
    self.members = members
  }

  subscript(key: String) -> SettingsNode? {
    members[key].map { node.child($0, key) }
  }

  func required(_ key: String) throws(TransportError) -> SettingsNode {
    guard let found = self[key] else { throw node.wrong("lacks \(key)") }
    return found
  }

  func seconds(_ key: String, default fallback: Duration) throws(TransportError) -> Duration {
    try self[key]?.seconds() ?? fallback
  }
}
