internal import Digests

/// An inspection of one file, without running any of its code.
public struct TransportInspection: Sendable, Encodable {
  /// The library's path without links, or the file that was asked about.
  public var file: String
  /// The verdicts, one for each transport in the file.
  public var candidates: [TransportCandidate]
  /// The reason why the file or a folder above it is not trusted; nil when it is.
  public var distrust: String?
  /// Its SHA-256 in hexadecimal digits, for pinning.
  public var sha256: String?
  /// Its identity.
  public var identity: FileIdentity?
  /// Its build-id.
  public var buildID: String?
  /// The notes in it.
  public var notes: [ElfNote] = []
  /// The libraries that it needs.
  public var needed: [String] = []
  /// True when it contains Swift code, which must never be unmapped.
  public var isSwift = false
  /// The failure of its first contact, if that still counts.
  public var quarantine: QuarantineEntry?
  /// The functions that it exports; one is enough.
  public var exports: [String] = []

  /// Judges `file`, a library or a manifest; finds a manifest beside a library, even through a link to the library.
  ///
  /// It uses the results of earlier contacts; no code of the file runs.
  public static func inspect(file: String) -> TransportInspection {
    inspect(file: file, judge: TransportJudge(), contact: .remembered)
  }

  static func inspect(file: String, judge: TransportJudge, contact: FirstContact) -> TransportInspection {
    var inspection = TransportInspection(file: TrustedFile.resolve(file) ?? file, candidates: [])
    inspection.candidates = candidates(of: file, resolved: inspection.file, judge: judge)
    var round = ContactRound(contact)
    inspection.candidates = round.recall(inspection.candidates)
    inspection.quarantine = inspection.candidates.first.flatMap { round.quarantineEntry(of: $0) }
    if let library = inspection.candidates.first?.file { inspection.file = library }
    if inspection.file.hasSuffix(".so") { inspection.look(judge) }
    return inspection
  }

  /// The candidates for the file, from the named folder and from the folder that a link leads to.
  private static func candidates(of named: String, resolved: String, judge: TransportJudge) -> [TransportCandidate] {
    var found: [TransportCandidate] = []
    for file in [named, resolved] {
      let path = SearchPath(folders: [.init(path: folder(of: file), source: .option)])
      let name = TrustedFile.resolve(folder(of: file)).map { $0 + "/" + (file.split(separator: "/").last ?? "") } ?? file
      let here = TransportCatalog(searching: path, judge: judge).candidates.filter { candidate in
        candidate.file == resolved || candidate.file == name || candidate.manifestFile == resolved || candidate.manifestFile == name
      }
      found += here.filter { !found.contains($0) }
    }
    let spoken = found.filter { $0.manifestFile != nil }
    // A manifest in either folder overrides the library's note.
    if !spoken.isEmpty { return spoken }
    guard found.isEmpty else { return found }
    return resolved.hasSuffix(".json")
      ? [judge.judge(manifestAt: resolved, source: .option)] : judge.judge(libraryAt: resolved, source: .option)
  }

  private static func folder(of file: String) -> String { file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "." }

  private mutating func look(_ judge: TransportJudge) {
    do {
      _ = try TrustedFile.read(file, policy: judge.policy, limit: ElfFile.maximumSize)
    } catch {
      distrust = "\(error.place): \(error.field) is \(error.found), should be \(error.wanted); \(error.advice)"
    }
    // An untrusted file is still described: its bytes are only read, never mapped or run.
    guard let read = try? TrustedFile.read(file, policy: .everybody, limit: ElfFile.maximumSize) else { return }
    identity = read.identity
    sha256 = SHA256.hexadecimal(of: read.bytes)
    guard let elf = try? ElfFile(read.bytes) else { return }
    buildID = elf.buildID
    notes = elf.notes
    needed = elf.needed
    isSwift = elf.isSwift
    exports = elf.exports
  }
}

extension TransportInspection {
  /// Reads about `file` for its author: write permissions of the file and its folder do not matter.
  package static func readAbout(file: String) -> TransportInspection {
    inspect(file: file, judge: TransportJudge(policy: .everybody), contact: .none)
  }
}
