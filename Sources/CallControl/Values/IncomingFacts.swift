/// Facts about an incoming call that only the switchboard knows.
public struct IncomingFacts: Hashable, Codable, Sendable {
  /// True when the call's UUID is live or was used within the last day, on any line.
  public var isTaken = false
  /// True when the caller is on the block list.
  public var isBlocked = false
  /// True when do-not-disturb lets the caller through.
  public var isLetThrough = false
  /// A judge's answer; nil without one, as in the journals of hosts that had none.
  private var judgement: Judgement?
  /// True when the judge wants the call to ring without a tone.
  public var isSilenced: Bool {
    get { judgement?.isSilenced ?? false }
    set { change { $0.isSilenced = newValue ? true : nil } }
  }
  /// The judge's rule that decided, and its match.
  public var decidedBy: String? {
    get { judgement?.decidedBy }
    set { change { $0.decidedBy = newValue } }
  }
  /// The judge's rule by which do-not-disturb lets the caller through.
  public var letThroughBy: String? {
    get { judgement?.letThroughBy }
    set { change { $0.letThroughBy = newValue } }
  }
  /// A few words of a directory about the caller.
  public var label: String? {
    get { judgement?.label }
    set { change { $0.label = newValue } }
  }
  /// The directory that gave the label.
  public var labelSource: ScreenerID? {
    get { judgement?.labelSource }
    set { change { $0.labelSource = newValue } }
  }
  /// The id of the contact who calls.
  public var contact: Int64? {
    get { judgement?.contact }
    set { change { $0.contact = newValue } }
  }

  /// True while the host, or the call's provider, takes no new calls (I11).
  public var isDraining: Bool {
    get { judgement?.isDraining ?? false }
    set { change { $0.isDraining = newValue ? true : nil } }
  }

  private struct Judgement: Hashable, Codable, Sendable {
    var isDraining: Bool?
    var isSilenced: Bool?
    var decidedBy: String?
    var letThroughBy: String?
    var label: String?
    var labelSource: ScreenerID?
    var contact: Int64?
  }

  private mutating func change(_ change: (inout Judgement) -> Void) {
    var new = judgement ?? Judgement()
    change(&new)
    judgement = new == Judgement() ? nil : new
  }

  /// Creates facts that are all false.
  public init() {}
}
