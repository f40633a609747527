/// What a scan's outcome depends on: while it is the same there is nothing new to learn.
///
/// It is the digest of the file's identity and build-id, the version of the contract, and the files that its dependencies are.
struct ScanKey: Hashable, Sendable {
  /// The digest in hexadecimal digits.
  var digest: String

  /// The key of a library, and of what it brings along.
  init(_ identity: FileIdentity, buildID: String?, _ closure: LibraryClosure) {
    let parts = [identity.words, buildID ?? "-", "\(ContractVersion.major).\(ContractVersion.minor)"] + closure.words
    digest = SHA256.hexadecimal(of: Array(parts.joined(separator: "\n").utf8))
  }

  init(digest: String) {
    self.digest = digest
  }
}

extension TransportCandidate {
  /// The key of its library; nil when that was never read.
  var scanKey: ScanKey? {
    guard let identity, let closure else { return nil }
    return ScanKey(identity, buildID: buildID, closure)
  }
}

extension FileIdentity {
  /// The identity as one word to compare; not what changes with a new name or mode.
  var words: String { "\(device):\(inode):\(size):\(modified)" }
}
