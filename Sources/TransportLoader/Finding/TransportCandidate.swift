/// A transport that was found, with its verdict.
///
/// None of its code has run in this process.
public struct TransportCandidate: Hashable, Sendable {
  /// The verdict on a candidate.
  public enum Status: Hashable, Sendable {
    /// It can be loaded.
    case usable
    /// It is never loaded, for this reason.
    case refused(TransportRefusal)
    /// Another file with the same id came first; its path.
    case shadowed(by: String)
    /// A library with neither manifest nor note: loaded only on request by its path.
    case noManifest
  }

  /// Its id; nil when it cannot be read.
  public var id: String?
  /// The library, or the manifest when no library is found.
  public var file: String
  /// The manifest's file; nil when there is only a note.
  public var manifestFile: String?
  /// The contents of the manifest or note.
  public var manifest: TransportManifest?
  /// The origin of the folder that it was found in.
  public var source: SearchPath.Source
  /// The library's identity when it was judged.
  public var identity: FileIdentity?
  /// The descriptor from its code, once it ran in a separate process or is known to be unchanged since; nil before.
  public internal(set) var descriptor: TransportDescriptor?
  /// The library's build-id.
  var buildID: String?
  /// The libraries that the dynamic linker loads with it.
  var closure: LibraryClosure?
  /// True once its code was run in a separate process, or need not be.
  var isMet = false
  /// The SHA-256 that the operator pinned for it.
  var pin: String?
  /// The verdict.
  public var status: Status
  /// Other remarks for the operator.
  public var remarks: [String] = []

  /// Its name for people: from the manifest, the descriptor, or the id.
  public var name: String? { manifest?.name ?? descriptor?.name ?? id }

  /// Takes the properties of its judged library.
  mutating func take(_ library: JudgedLibrary) {
    file = library.path
    identity = library.identity
    buildID = library.elf.buildID
    closure = library.closure
  }

  /// True when it can be loaded.
  public var isUsable: Bool { status == .usable }

  /// The transport in one line, safe for a terminal.
  public var line: String {
    let title = [id ?? "?", manifest?.version].compactMap { $0 }.joined(separator: " ")
    let fate =
      switch status {
      case .usable: "usable"
      case .refused(let refusal): "refused: \(refusal)"
      case .shadowed(let other): "shadowed by \(other)"
      case .noManifest: "no manifest and no note: loaded only by its path"
      }
    return TerminalText.line(([title, file, fate] + remarks).joined(separator: " · "))
  }
}

extension TransportCandidate: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, version, file, manifest, source, status, refusal, shadowedBy = "shadowed-by", descriptor, remarks
  }

  /// Writes the candidate as one flat object; `status` is `usable`, `refused`, `shadowed` or `no-manifest`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(manifest?.version, forKey: .version)
    try container.encode(file, forKey: .file)
    try container.encodeIfPresent(manifestFile, forKey: .manifest)
    try container.encode(source, forKey: .source)
    switch status {
    case .usable: try container.encode("usable", forKey: .status)
    case .noManifest: try container.encode("no-manifest", forKey: .status)
    case .shadowed(let other):
      try container.encode("shadowed", forKey: .status)
      try container.encode(other, forKey: .shadowedBy)
    case .refused(let refusal):
      try container.encode("refused", forKey: .status)
      try container.encode(refusal, forKey: .refusal)
    }
    try container.encodeIfPresent(descriptor, forKey: .descriptor)
    if !remarks.isEmpty { try container.encode(remarks, forKey: .remarks) }
  }
}
