internal import Glibc

/// A refused manifest; the libraries that it may describe are refused with it, even if their own notes are good.
///
/// Otherwise a stray byte in a manifest would cancel its demands (`"isolation": "required"`, a build-id).
struct RefusedManifest {
  let candidate: TransportCandidate
  private let refusal: TransportRefusal
  private let stem: String
  private let bytes: [UInt8]

  /// Takes a candidate made from a manifest; nil when it is not refused, or when its library is known and refused with it.
  ///
  /// - Parameter name: the bytes of its file name, if they are not UTF-8.
  init?(_ candidate: TransportCandidate, name bytes: [CChar]? = nil) {
    guard case .refused(let refusal) = candidate.status, let file = candidate.manifestFile, candidate.file == file else { return nil }
    self.candidate = candidate
    self.refusal = refusal
    let name = String(file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...])
    stem = Self.stem(name.hasSuffix(".transport.json") ? String(name.dropLast(15)) : name)
    // A file that cannot be parsed or trusted is still reason enough to refuse a library that it mentions.
    if let bytes {
      self.bytes = Self.read(Array(file.utf8CString.prefix { $0 != 0 }.prefix(file.utf8.count - name.utf8.count)) + bytes)
    } else {
      self.bytes = (try? TrustedFile.read(file, policy: .everybody, limit: ManifestReader.maximumSize).bytes) ?? []
    }
  }

  /// The library `name` of the manifest's folder, refused; nil when the manifest does not concern it.
  ///
  /// It does when both names agree without `lib` and ending, or when it contains the library's name or an id of the library's notes.
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

  /// The contents of a file whose path is not UTF-8, up to the size limit of manifests.
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
