internal import Glibc

/// A manifest that is refused: the libraries that it may speak of are refused with it, whatever their own notes say.
///
/// Without that, a stray byte in a manifest would undo what it demands (`"isolation": "required"`, a build-id).
struct RefusedManifest {
  let candidate: TransportCandidate
  private let refusal: TransportRefusal
  private let stem: String
  private let bytes: [UInt8]

  /// Takes a candidate that a manifest was made into; nil when it is not refused, or its library is known to be refused with it.
  ///
  /// - Parameter name: its name's bytes in its folder, where that is no UTF-8.
  init?(_ candidate: TransportCandidate, name bytes: [CChar]? = nil) {
    guard case .refused(let refusal) = candidate.status, let file = candidate.manifestFile, candidate.file == file else { return nil }
    self.candidate = candidate
    self.refusal = refusal
    let name = String(file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...])
    stem = Self.stem(name.hasSuffix(".transport.json") ? String(name.dropLast(15)) : name)
    // It is not believed; but a word of a file that cannot be parsed or trusted is enough to refuse another file.
    if let bytes {
      self.bytes = Self.read(Array(file.utf8CString.prefix { $0 != 0 }.prefix(file.utf8.count - name.utf8.count)) + bytes)
    } else {
      self.bytes = (try? TrustedFile.read(file, policy: .everybody, limit: ManifestReader.maximumSize).bytes) ?? []
    }
  }

  /// The library `name` of the manifest's folder as it is refused; nil when the manifest says nothing of it.
  ///
  /// It does when it has the library's name without `lib` and ending, or when the name or one of the ids in the library's notes stands in it.
  func claim(_ name: String, _ found: [TransportCandidate]) -> [TransportCandidate]? {
    let words = [name] + found.compactMap(\.id)
    guard Self.stem(String(name.dropLast(3))) == stem || words.contains(where: mentions) else { return nil }
    return found.map { library in
      var claimed = library
      claimed.manifestFile = candidate.manifestFile
      claimed.status = .refused(refusal)
      return claimed
    }
  }

  /// What stands in a file whose path is no text, as far as a manifest may reach.
  private static func read(_ path: [CChar]) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: ManifestReader.maximumSize)
    let count = Glibc.read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  private static func stem(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasPrefix("lib") ? String(name.dropFirst(3)) : name
  }

  private func mentions(_ word: String) -> Bool {
    let word = Array("\"\(word)\"".utf8)
    guard bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { bytes[$0...].starts(with: word) }
  }
}
