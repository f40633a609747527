public import FoundationEssentials

/// The facts about a caller that a judge gets (`HostSettings.judge`).
public struct CallerQuestion: Hashable, Sendable {
  /// The caller's handle; nil when it is withheld.
  public var handle: Handle?
  /// The provider that announces the call; nil when a program only asks.
  public var provider: ProviderID?
  /// The line on which the call would ring.
  public var line: LineID
  /// The date of the call.
  public var date: Date

  /// Creates a question.
  public init(handle: Handle?, provider: ProviderID? = nil, line: LineID = .main, date: Date) {
    self.handle = handle
    self.provider = provider
    self.line = line
    self.date = date
  }
}

/// A judge's answer about a caller, which the line's rules then apply (I1, I2).
public struct CallerVerdict: Hashable, Sendable {
  /// True when the call is refused as blocked, false when it is not; nil leaves it to the host's own block list.
  public var isBlocked: Bool?
  /// True when do-not-disturb lets the caller through.
  public var isLetThrough = false
  /// True when the call rings without a tone.
  public var isSilenced = false
  /// The rule that decided, and its match: `J4 block:17`.
  public var decidedBy: String?
  /// The rule by which do-not-disturb lets the caller through: `N1 contact:5`.
  public var letThroughBy: String?
  /// A few words about the caller, such as "Delivery service".
  public var label: String?
  /// The directory that gave the label.
  public var labelSource: String?
  /// The id of the contact who calls.
  public var contact: Int64?

  /// Creates a verdict of a judge that knows nothing about the caller.
  public init() {}
}

extension IncomingFacts {
  /// Adds a judge's verdict.
  package mutating func take(_ verdict: CallerVerdict) {
    isBlocked = verdict.isBlocked ?? isBlocked
    isLetThrough = isLetThrough || verdict.isLetThrough
    isSilenced = verdict.isSilenced
    decidedBy = verdict.decidedBy
    letThroughBy = verdict.letThroughBy
    label = verdict.label
    labelSource = verdict.labelSource.map { ScreenerID(rawValue: $0) }
    contact = verdict.contact
  }
}

extension CallRecord {
  /// The rule that decided whether an incoming call rings, and its match; nil without a judge, and for outgoing calls.
  public var decidedBy: String? {
    switch refusal {
    case .filteredByScreener: "I8" + (screener.map { " \($0)" } ?? "")
    case .maximumRingingCallsReached: "I3"
    case .emergencyInProgress: "Y3"
    case .filteredByBlockList, .filteredByDoNotDisturb: details.decidedBy ?? "I1"
    default: details.decidedBy
    }
  }
}
