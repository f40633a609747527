@testable internal import TransportLoader

extension FuzzTarget {
  /// Reads a transport's manifest.
  static let manifest = FuzzTarget(name: "manifest") { bytes in
    let first = Result { try ManifestReader.read(bytes, file: "fuzz.transport.json") }
    let second = Result { try ManifestReader.read(bytes, file: "fuzz.transport.json") }
    switch (first, second) {
    case (.success(let a), .success(let b)): precondition(a == b, "one text, two manifests")
    case (.failure(let a), .failure(let b)): precondition("\(a)" == "\(b)", "one text, two errors")
    default: preconditionFailure("one text is both a manifest and an error")
    }
  }
}
