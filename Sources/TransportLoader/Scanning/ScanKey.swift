internal import Digests

/// The key of a scan's outcome: while it is the same, another scan gives the same result.
///
/// It is the digest of the file's identity and build-id, the contract's version, and the identities of the files that it needs.
struct ScanKey: Hashable, Sendable {
  /// The digest in hexadecimal digits.
  var digest: String

  /// The key of a library and of the libraries that it needs.
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
  /// The identity as one string to compare, without the parts that a new name or mode changes.
  var words: String { "\(device):\(inode):\(size):\(modified)" }
}
