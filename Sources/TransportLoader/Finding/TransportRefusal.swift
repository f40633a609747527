/// The reason why a transport is not loaded: the file, the field, the value on each side, and advice.
public struct TransportRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind of reason.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The manifest cannot be read.
    case manifest
    /// The library that the manifest names is not there.
    case missing
    /// A user who is not trusted could change the file or a folder above it.
    case untrusted
    /// It is not a shared object, or a truncated one.
    case malformed
    /// It was made for another kind of machine.
    case foreign
    /// It has no entry symbol that is a function.
    case noEntry = "no-entry"
    /// It supports only versions of the contract that this host does not.
    case version
    /// Two of manifest, note and descriptor contradict each other.
    case contradiction
    /// It requires a process of its own, and there can be none.
    case isolation
    /// It has neither a manifest nor a note.
    case noManifest = "no-manifest"
    /// The file was replaced after it was judged or loaded.
    case replaced
    /// The dynamic linker cannot load it.
    case unloadable
    /// Its own code refused, or broke the contract.
    case refused
    /// One of its functions did not return in time.
    case late
    /// Its first contact failed in a separate process; it is tried again when the file or a dependency changes.
    case quarantined
  }

  /// One side's value of the field.
  public struct Claim: Hashable, Codable, Sendable {
    /// The origin of the value: `manifest`, `note`, `file`, `descriptor`, `host`.
    public var source: String
    /// The value.
    public var value: String

    init(_ source: String, _ value: String) {
      self.source = source
      self.value = value
    }
  }

  /// The kind of reason.
  public var kind: Kind
  /// The file in question.
  public var file: String
  /// The field, member or function in question.
  public var field: String
  /// The values and their origins.
  public var claims: [Claim]
  /// The advice to the user.
  public var advice: String

  init(_ kind: Kind, file: String, field: String, _ claims: [Claim], advice: String) {
    self.kind = kind
    self.file = file
    self.field = field
    self.claims = claims
    self.advice = advice
  }

  init(_ error: ManifestError) {
    self.init(.manifest, file: error.file, field: error.place, [Claim("manifest", error.reason)], advice: error.advice)
  }

  init(_ error: TrustError) {
    self.init(
      .untrusted, file: error.place, field: error.field, [Claim("file", error.found), Claim("host", error.wanted)], advice: error.advice)
  }

  init(_ error: ElfError, file: String) {
    let isForeign = error.field == "e_machine" || error.field == "EI_CLASS" || error.field == "EI_DATA"
    self.init(
      isForeign ? .foreign : .malformed, file: file, field: error.field, [Claim("file", error.found), Claim("host", error.wanted)],
      advice: isForeign ? "install the one for this kind of machine" : "build or install it again")
  }

  /// The field of a refusal by the dynamic linker.
  static let linking = "dlopen"

  /// True for a library whose constructors had not returned when the refusal was made.
  ///
  /// They hold the dynamic linker's lock: `dlopen` and `exit` hang. End such a process with `_exit`.
  package var holdsLinker: Bool { kind == .late && field == Self.linking }

  /// The refusal in one line, safe for a terminal.
  public var description: String {
    let said = claims.map { "\($0.source) says \($0.value)" }.joined(separator: ", ")
    return TerminalText.line("\(file): \(field): \(said); \(advice)")
  }
}

extension TransportRefusal {
  /// The failure, its place and the advice, as one sentence.
  public var errorDescription: String? { "The transport is refused: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}
