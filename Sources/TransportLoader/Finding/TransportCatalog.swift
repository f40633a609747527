internal import Glibc

/// The transports that were found, each judged; none of their code has run in this process.
public struct TransportCatalog: Sendable, Encodable {
  /// The search path, as requested.
  public private(set) var searchPath: SearchPath
  /// The candidates, in the order of folders and names.
  public private(set) var candidates: [TransportCandidate] = []
  /// Further remarks for the operator, a sentence each; for example that there is no helper.
  public private(set) var remarks: [String] = []

  /// Searches the folders of `path`; no code runs before `meet`.
  ///
  /// - Parameter pins: SHA-256 digests in hexadecimal digits by transport id; a file that differs is refused.
  public init(searching path: SearchPath = .standard(), pins: [String: String] = [:]) {
    self.init(searching: path, judge: TransportJudge(pins: pins))
  }

  init(searching path: SearchPath, judge: TransportJudge) {
    searchPath = path
    var seen: Set<String> = []
    for folder in path.folders {
      guard let resolved = TrustedFile.resolve(folder.path), seen.insert(resolved).inserted else { continue }
      candidates += Self.look(in: resolved, source: folder.source, judge: judge)
    }
    refuseTwins()
    shadow()
  }

  /// Asks new usable candidates for their descriptors, each in a separate process, or takes the descriptors from the cache.
  ///
  /// Blocks until all have answered, at most two seconds each. A candidate that crashes, is silent or contradicts its manifest is refused,
  /// and the next of its id takes its place.
  /// - Parameter id: the only transport to ask; default all.
  public mutating func meet(_ contact: FirstContact = .standard(), only id: String? = nil) {
    var round = ContactRound(contact)
    var asked: Set<Int> = []
    while true {
      let winners = Set(candidates.filter { $0.isUsable && $0.isMet }.compactMap(\.id))
      let unmet = candidates.indices.filter { index in
        let candidate = candidates[index]
        guard !candidate.isMet, !asked.contains(index), id == nil || candidate.id == id else { return false }
        // After the first candidate of an id is refused, all others of that id are asked together.
        if case .shadowed = candidate.status { return !asked.isEmpty && candidate.id.map { !winners.contains($0) } ?? false }
        return candidate.isUsable
      }
      guard !unmet.isEmpty else { break }
      asked.formUnion(unmet)
      for (index, met) in zip(unmet, round.meet(unmet.map { candidates[$0] })) { candidates[index] = met }
      for index in candidates.indices {
        if case .shadowed = candidates[index].status { candidates[index].status = .usable }
      }
      shadow()
    }
    round.finish()
    remarks += round.remarks.filter { !remarks.contains($0) }
  }

  /// The usable transport of this id; nil when there is none.
  public func usable(id: String) -> TransportCandidate? {
    candidates.first { $0.id == id && $0.isUsable }
  }

  /// The transports that can be loaded.
  public var usable: [TransportCandidate] { candidates.filter(\.isUsable) }

  /// Selects the first usable candidate of each id; a refused one does not count.
  private mutating func shadow() {
    var first: [String: String] = [:]
    for index in candidates.indices where candidates[index].isUsable {
      guard let id = candidates[index].id else { continue }
      if let winner = first[id] {
        candidates[index].status = .shadowed(by: winner)
      } else {
        first[id] = candidates[index].file
      }
    }
  }

  private static func look(in folder: String, source: SearchPath.Source, judge: TransportJudge) -> [TransportCandidate] {
    let names = names(in: folder)
    var spoken: [TransportCandidate] = []
    var claimed: Set<String> = []
    var refused: [(index: Int, manifest: RefusedManifest, claims: [TransportCandidate])] = []
    for entry in names where entry.text.hasSuffix(".transport.json") {
      guard entry.isText else {
        spoken.append(nameless(entry, in: folder, source: source))
        continue
      }
      let candidate = judge.judge(manifestAt: folder + "/" + entry.text, source: source)
      if let library = candidate.manifest?.library {
        claimed.insert(library)
        // A link in the same folder may lead to the same library.
        if let resolved = TrustedFile.resolve(folder + "/" + library) { claimed.insert(resolved) }
      }
      spoken.append(candidate)
    }
    for index in spoken.indices {
      let entry = names.first { !$0.isText && folder + "/" + $0.text == spoken[index].file }
      if let manifest = RefusedManifest(spoken[index], name: entry?.bytes) { refused.append((index, manifest, [])) }
    }
    var orphans: [TransportCandidate] = []
    for entry in names where entry.text.hasSuffix(".so") && !claimed.contains(entry.text) {
      let name = entry.text
      guard entry.isText else {
        orphans.append(nameless(entry, in: folder, source: source))
        continue
      }
      if let resolved = TrustedFile.resolve(folder + "/" + name), claimed.contains(resolved) { continue }
      let found = judge.judge(libraryAt: folder + "/" + name, source: source)
      var isClaimed = false
      for index in refused.indices {
        guard let claims = refused[index].manifest.claim(name, found) else { continue }
        if !isClaimed { refused[index].claims += claims }
        isClaimed = true
      }
      if !isClaimed { orphans += found }
    }
    // The list shows a refused manifest as the libraries that it describes, where they are found.
    for (index, _, claims) in refused.reversed() where !claims.isEmpty { spoken.replaceSubrange(index...index, with: claims) }
    return spoken + orphans
  }

  /// Refuses a library with only a note when a manifest in another folder was refused for the same file.
  private mutating func refuseTwins() {
    let refused = candidates.compactMap { candidate -> (FileIdentity, TransportRefusal)? in
      guard case .refused(let refusal) = candidate.status, candidate.manifestFile != nil else { return nil }
      let identity = candidate.identity ?? TrustedFile.resolve(candidate.file).flatMap(FileIdentity.of)
      return identity.map { ($0, refusal) }
    }
    for index in candidates.indices where candidates[index].manifestFile == nil {
      guard let twin = refused.first(where: { $0.0 == candidates[index].identity }) else { continue }
      candidates[index].status = .refused(twin.1)
    }
  }

  /// A name in a folder, and its bytes.
  private struct Name {
    var text: String
    var bytes: [CChar]
    var isText: Bool
  }

  /// The folder's names without hidden files, sorted by their bytes.
  private static func names(in folder: String) -> [Name] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [Name] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
      }
      guard bytes.first != CChar(bitPattern: UInt8(ascii: ".")) else { continue }
      let text = String(validating: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      let escaped = TerminalText.name(bytes.dropLast().map(UInt8.init(bitPattern:)))
      names.append(Name(text: text ?? escaped, bytes: bytes, isText: text != nil))
    }
    return names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  /// A file whose name is not UTF-8: listed, but never loaded.
  private static func nameless(_ name: Name, in folder: String, source: SearchPath.Source) -> TransportCandidate {
    let file = folder + "/" + name.text
    let refusal = TransportRefusal(
      .malformed, file: file, field: "file name", [.init("file", "bytes that are not UTF-8"), .init("host", "UTF-8")], advice: "rename it")
    return TransportCandidate(
      file: file, manifestFile: name.text.hasSuffix(".json") ? file : nil, source: source, status: .refused(refusal))
  }
}
