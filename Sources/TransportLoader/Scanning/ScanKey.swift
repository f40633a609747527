/// What a scan's outcome depends on: while it is the same there is nothing new to learn.
///
/// It is the digest of the file's identity and build-id, the version of the contract, and the files that its dependencies are.
struct ScanKey: Hashable, Sendable {
  /// The digest in hexadecimal digits.
  var digest: String

  /// The key of `file` as it is now.
  init(_ identity: FileIdentity, _ linkage: Linkage, file: String) {
    let lookup = DependencyLookup(linkage, of: file)
    let parts =
      [identity.words, linkage.buildID ?? "-", "\(ContractVersion.major).\(ContractVersion.minor)"]
      + linkage.needed.map(lookup.words)
    digest = SHA256.hexadecimal(of: Array(parts.joined(separator: "\n").utf8))
  }

  init(digest: String) {
    self.digest = digest
  }
}

extension TransportCandidate {
  /// The key of its library; nil when that was never read.
  var scanKey: ScanKey? {
    guard let identity, let linkage else { return nil }
    return ScanKey(identity, linkage, file: file)
  }
}
