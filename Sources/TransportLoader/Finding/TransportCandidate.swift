/// A transport that was found, with what was made of it.
///
/// No code of it has run in this process.
public struct TransportCandidate: Hashable, Sendable {
  /// What became of it.
  public enum Status: Hashable, Sendable {
    /// It can be loaded.
    case usable
    /// It is never loaded, for this reason.
    case refused(TransportRefusal)
    /// Another of the same id came first: that file's path.
    case shadowed(by: String)
    /// A library with neither manifest nor note: loaded only when asked for by its path.
    case noManifest
  }

  /// Its id; nil when not even that can be read.
  public var id: String?
  /// The library, or the manifest when that leads to none.
  public var file: String
  /// The manifest's file; nil when the note alone speaks.
  public var manifestFile: String?
  /// What the manifest says, or the note.
  public var manifest: TransportManifest?
  /// Who named the folder that it was found in.
  public var source: SearchPath.Source
  /// The library as it was judged.
  public var identity: FileIdentity?
  /// What its code says of itself, once it was asked in a process of its own or found to be unchanged since; nil before.
  public internal(set) var descriptor: TransportDescriptor?
  /// The library's build-id.
  var buildID: String?
  /// What the dynamic linker brings along with it.
  var closure: LibraryClosure?
  /// Whether its code was asked, or need not be, so that there is nothing more to learn before it is loaded.
  var isMet = false
  /// The SHA-256 that the operator pinned for it.
  var pin: String?
  /// What became of it.
  public var status: Status
  /// What else an operator should know.
  public var remarks: [String] = []

  /// Its name for people: the manifest's, or its own, or the id.
  public var name: String? { manifest?.name ?? descriptor?.name ?? id }

  /// Takes what was judged of its library.
  mutating func take(_ library: JudgedLibrary) {
    file = library.path
    identity = library.identity
    buildID = library.elf.buildID
    closure = library.closure
  }

  /// True when it can be loaded.
  public var isUsable: Bool { status == .usable }

  /// The transport in one line, for people and fit for a terminal.
  public var line: String {
    let title = [id ?? "?", manifest?.version].compactMap { $0 }.joined(separator: " ")
    let fate =
      switch status {
      case .usable: "usable"
      case .refused(let refusal): "refused: \(refusal)"
      case .shadowed(let other): "shadowed by \(other)"
      case .noManifest: "no manifest and no note: not loaded unless asked for by its path"
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
