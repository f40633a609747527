internal import Digests

/// Judges files as transports without running any of their code.
struct TransportJudge: Sendable {
  /// The one symbol that a transport exports.
  static let entrySymbol = "hookswitch_transport_query"

  /// The policy that decides which files are trusted.
  var policy: TrustPolicy = .current
  /// SHA-256 digests that the operator pinned, by transport id.
  var pins: [String: String] = [:]

  /// Judges the manifest at `path` and the library that it names.
  func judge(manifestAt path: String, source: SearchPath.Source) -> TransportCandidate {
    var candidate = TransportCandidate(file: path, manifestFile: path, source: source, status: .usable)
    do throws(TransportRefusal) {
      let manifest = try readManifest(at: path)
      candidate.id = manifest.id
      candidate.pin = pins[manifest.id]
      candidate.manifest = manifest
      let library = Self.folder(of: path) + "/" + manifest.library
      guard TrustedFile.resolve(library) != nil else {
        throw TransportRefusal(
          .missing, file: path, field: "$.library", [.init("manifest", manifest.library), .init("folder", "no such file")],
          advice: "install the library beside its manifest")
      }
      candidate.file = library
      let file = try readLibrary(at: library, pin: pins[manifest.id])
      candidate.take(file)
      try check(manifest, isNote: false, file)
      candidate.remarks = Self.remarks(manifest)
    } catch {
      candidate.status = .refused(error)
    }
    return candidate
  }

  /// Judges a library without a manifest: one candidate for each of its notes.
  func judge(libraryAt path: String, source: SearchPath.Source) -> [TransportCandidate] {
    var candidate = TransportCandidate(file: path, source: source, status: .noManifest)
    let file: JudgedLibrary
    do {
      file = try readLibrary(at: path, pin: nil)
    } catch {
      candidate.status = .refused(error)
      return [candidate]
    }
    candidate.take(file)
    guard !file.elf.notes.isEmpty else {
      if Self.isDirectory(file.elf) { candidate.status = .refused(Self.noEntry(file.elf, file: file.path)) }
      return [candidate]
    }
    return file.elf.notes.map { note in
      var candidate = candidate
      candidate.id = note.id
      candidate.pin = pins[note.id]
      let manifest = TransportManifest(note: note, library: file.trusted.path)
      candidate.manifest = manifest
      candidate.status = .usable
      do throws(TransportRefusal) {
        if let pin = pins[note.id], pin.lowercased() != SHA256.hexadecimal(of: file.trusted.bytes) {
          _ = try readLibrary(at: path, pin: pin)
        }
        try check(manifest, isNote: true, file)
      } catch {
        candidate.status = .refused(error)
      }
      return candidate
    }
  }

  /// Reads and judges a candidate's library now, for loading: only the bytes read here are loaded.
  ///
  /// - Throws: the reason for a refusal; also when the file is no longer the candidate's.
  func judge(loading candidate: TransportCandidate) throws(TransportRefusal) -> JudgedLibrary {
    let file = try readLibrary(at: candidate.file, pin: candidate.pin)
    guard file.identity == candidate.identity else {
      throw TransportRefusal(
        .replaced, file: candidate.file, field: "identity", [.init("file", "a file that was not checked"), .init("host", "the same")],
        advice: "try again when its installation is over")
    }
    if let manifest = candidate.manifest { try check(manifest, isNote: candidate.manifestFile == nil, file) }
    return file
  }

  /// Compares a library with its manifest or note, and with the abilities of this host.
  private func check(_ manifest: TransportManifest, isNote: Bool, _ file: JudgedLibrary) throws(TransportRefusal) {
    if !isNote { try Agreement(file: file.path).check(manifest, notes: file.elf.notes, buildID: file.elf.buildID) }
    try judge(manifest, elf: file.elf, file: file.path)
  }

  /// Reads and judges a manifest's file.
  func readManifest(at path: String) throws(TransportRefusal) -> TransportManifest {
    let file: TrustedFile
    do {
      file = try TrustedFile.read(path, policy: policy, limit: ManifestReader.maximumSize)
    } catch {
      throw TransportRefusal(error)
    }
    do {
      return try ManifestReader.read(file.bytes, file: file.path)
    } catch {
      throw TransportRefusal(error)
    }
  }

  /// Reads and judges a library's file and the libraries that it needs.
  func readLibrary(at path: String, pin: String?) throws(TransportRefusal) -> JudgedLibrary {
    try JudgedLibrary(reading: path, policy: policy, pin: pin)
  }

  private func judge(_ manifest: TransportManifest, elf: ElfFile, file: String) throws(TransportRefusal) {
    guard manifest.abiMajor == ContractVersion.major else {
      throw TransportRefusal(
        .version, file: file, field: "abi.major", [.init("transport", "\(manifest.abiMajor)"), .init("host", "\(ContractVersion.major)")],
        advice: manifest.abiMajor > ContractVersion.major ? "use a newer host or an older transport" : "use a newer transport")
    }
    guard elf.exports.contains(Self.entrySymbol) else { throw Self.noEntry(elf, file: file) }
  }

  /// True for the plugin of a call directory that is no transport.
  private static func isDirectory(_ elf: ElfFile) -> Bool {
    elf.exports.contains(DirectoryLibrary.entrySymbol) && !elf.exports.contains(entrySymbol)
  }

  /// The refusal of a library without the function of a transport.
  private static func noEntry(_ elf: ElfFile, file: String) -> TransportRefusal {
    if isDirectory(elf) {
      return TransportRefusal(
        .noEntry, file: file, field: entrySymbol,
        [.init("file", "a call directory, which exports \(DirectoryLibrary.entrySymbol)"), .init("host", "an exported function")],
        advice: "name it as \"plugin\" in \"directories\" of the daemon's configuration; hookswitch directory shows and loads it")
    }
    let isData = elf.exportedData.contains(entrySymbol)
    return TransportRefusal(
      .noEntry, file: file, field: entrySymbol,
      [.init("file", isData ? "data" : "not exported"), .init("host", "an exported function")],
      advice: "export the function of transport.h")
  }

  private static func remarks(_ manifest: TransportManifest) -> [String] {
    switch manifest.isolation {
    case .never: ["runs only in the host's process"]
    case .allowed: []
    case .preferred: ["prefers a process of its own"]
    case .required: ["runs only in a process of its own"]
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

extension TransportManifest {
  /// The manifest that a note alone gives.
  init(note: ElfNote, library: String) {
    self.init(
      id: note.id, version: note.version, library: library.split(separator: "/").last.map(String.init) ?? library,
      abiMajor: note.abiMajor, abiMinor: note.abiMinor)
    unloadable = note.flags & 1 == 0
  }
}
