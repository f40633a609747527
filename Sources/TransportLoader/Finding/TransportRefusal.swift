public import FoundationEssentials

/// Why a transport is not loaded: the file, the field, what each side says of it, and what to do.
public struct TransportRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// What sort of reason it is.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The manifest cannot be read.
    case manifest
    /// The library that the manifest names is not there.
    case missing
    /// The file, or a folder above it, could be changed by somebody who is not trusted.
    case untrusted
    /// It is no shared object, or not a whole one.
    case malformed
    /// It was made for another kind of machine.
    case foreign
    /// It has no entry symbol that is a function.
    case noEntry = "no-entry"
    /// It speaks only versions of the contract that this host does not.
    case version
    /// Two of manifest, note and descriptor contradict each other.
    case contradiction
    /// It must run in a process of its own, which this host cannot give it.
    case isolation
    /// It has neither a manifest nor a note.
    case noManifest = "no-manifest"
    /// The file was replaced after it was judged or loaded.
    case replaced
    /// The dynamic linker does not take it.
    case unloadable
    /// Its own code refused, or answered what the contract does not allow.
    case refused
    /// One of its functions did not return in time.
    case late
    /// Its first contact ended badly, in a process of its own; a changed file or dependency is tried again by itself.
    case quarantined
  }

  /// What one side says of the field.
  public struct Claim: Hashable, Codable, Sendable {
    /// Who says it: `manifest`, `note`, `file`, `descriptor`, `host`.
    public var source: String
    /// What it says.
    public var value: String

    init(_ source: String, _ value: String) {
      self.source = source
      self.value = value
    }
  }

  /// What sort of reason it is.
  public var kind: Kind
  /// The file that gives the reason.
  public var file: String
  /// The field, member or function that gives it.
  public var field: String
  /// What is said of it, by whom.
  public var claims: [Claim]
  /// What to do about it.
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

  /// The field of a refusal that the dynamic linker gives.
  static let linking = "dlopen"

  /// True for a library whose constructors had not returned when the refusal was made.
  ///
  /// They hold the dynamic linker: whatever asks it for something hangs, and `exit` does. Such a process is best ended by `_exit`.
  package var holdsLinker: Bool { kind == .late && field == Self.linking }

  /// The refusal in one line, fit for a terminal.
  public var description: String {
    let said = claims.map { "\($0.source) says \($0.value)" }.joined(separator: ", ")
    return TerminalText.line("\(file): \(field): \(said); \(advice)")
  }
}

extension TransportRefusal: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? { "The transport is refused: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}
