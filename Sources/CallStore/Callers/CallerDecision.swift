public import CallControl

/// A judgement about a caller, with its steps.
public struct CallerDecision: Hashable, Sendable {
  /// The treatment of a caller.
  public enum Ring: String, Sendable, CaseIterable {
    /// The call rings.
    case ring
    /// The call rings without a tone.
    case silence
    /// The call is refused.
    case refuse
  }

  /// One rule's answer.
  public struct Step: Hashable, Sendable {
    /// The rule: `J4`.
    public var rule: String
    /// The answer: `no`, `ring`, `silence`, `refuse`, `notBlocked`, `active`, `letThrough` or `notAsked`.
    public var says: String
    /// The match: `block:17`, `contact:5`, `schedule:night`.
    public var detail: String?
  }

  /// The treatment.
  public var ring = Ring.ring
  /// The rule that decided, and its match; `I2` when none of them spoke, so that the call rings.
  public var rule = "I2"
  /// The error of a refused call.
  public var refusal: CallError.Code?
  /// The rules in their order, each with its answer.
  public var steps: [Step] = []
  /// A few words about the caller.
  public var label: String?
  /// The directory that gave the label.
  public var labelSource: String?
  /// The contact's id.
  public var contact: Int64?
  /// The rule by which do-not-disturb lets the caller through, and its match.
  public var letThroughBy: String?
  /// True when the judge refuses the call as blocked, false when a rule says that it is not blocked; nil when none speaks.
  var isBlocked: Bool?

  /// The decision as a host takes it.
  public var verdict: CallerVerdict {
    var verdict = CallerVerdict()
    verdict.isBlocked = isBlocked
    verdict.isSilenced = ring == .silence
    // A host whose do-not-disturb is on refuses unless the judge lets the caller through.
    verdict.isLetThrough = letThroughBy != nil || rule.hasPrefix("N0") && ring == .silence
    verdict.decidedBy = rule
    verdict.letThroughBy = letThroughBy
    (verdict.label, verdict.labelSource, verdict.contact) = (label, labelSource, contact)
    return verdict
  }
}

/// The call directories as the judge asks them (J8).
public protocol CallerDirectory: Sendable {
  /// Returns the entry of a telephone number; nil when no directory has one.
  ///
  /// Called on the thread of a provider's report: it reads memory only, and takes no lock.
  ///
  /// - Parameter number: the number's normal form: `+` and digits, or digits.
  func lookup(_ number: String) -> CallerDirectoryAnswer?
}

/// A directory's answer about a number.
public struct CallerDirectoryAnswer: Hashable, Sendable {
  /// The id of the directory that blocks the number, or else of the one that gives the label.
  public var directory: String
  /// True when the directory blocks the number.
  public var isBlocked: Bool
  /// A few words about the caller.
  public var label: String?
  /// The id of the directory that gives the label; nil without a label.
  public var labelSource: String?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - directory: the directory's id.
  ///   - isBlocked: true when the directory blocks the number.
  ///   - label: a few words about the caller.
  ///   - labelSource: the id of the directory that gives the label; nil for `directory`.
  public init(directory: String, isBlocked: Bool, label: String? = nil, labelSource: String? = nil) {
    self.directory = directory
    self.isBlocked = isBlocked
    self.label = label
    self.labelSource = label == nil ? nil : labelSource ?? directory
  }
}
