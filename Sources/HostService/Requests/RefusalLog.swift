internal import CallControl
internal import FoundationEssentials
internal import HostSurface
internal import StrictJSON

/// The newest requests and incoming calls that rules refused, with their reasons.
///
/// A pure value, bounded: the oldest go first, and `dropped` counts them.
struct RefusalLog: Sendable {
  /// The largest number of refusals.
  static let limit = 1_024

  /// A refusal.
  struct Entry: Sendable {
    let kind: RefusedKind
    let time: SurfaceTime
    /// The peer or the person who asked; nil for an incoming call.
    var actor: String?
    /// The method of a request; `incoming` for a call.
    let subject: String
    var request: Int?
    var line: LineID?
    var call: CallID?
    var provider: ProviderID?
    var screener: ScreenerID?
    let error: CallError
    fileprivate(set) var number = 0

    init(_ kind: RefusedKind, _ subject: String, _ error: CallError, at time: SurfaceTime) {
      (self.kind, self.subject, self.error, self.time) = (kind, subject, error, time)
    }

    /// The refusal as a `RefusedEntry` of the host surface.
    var json: JSONValue {
      .object(of: [
        "number": .integer(number), "time": .string(time.description), "kind": .string(kind.rawValue), "actor": actor.map { .string($0) },
        "subject": .string(subject), "request": request.map { .integer($0) }, "line": line.map { .string($0.rawValue) },
        "call": call.map { .string($0.uuidString) }, "provider": provider.map { .string($0.rawValue) },
        "screener": screener.map { .string($0.rawValue) }, "refusal": error.json, "rules": .strings(error.code.rules),
      ])
    }
  }

  /// The entries, the oldest first; their numbers grow by one.
  private var entries: [Entry] = []
  private var head = 0
  private var count = 0

  /// The number of refusals that are gone.
  var dropped: Int { count - (entries.count - head) }

  /// Adds a refusal.
  mutating func add(_ entry: Entry) {
    var entry = entry
    count += 1
    entry.number = count
    entries.append(entry)
    if entries.count - head > Self.limit { head += 1 }
    // Moves the rest seldom, so that each refusal costs constant time.
    if head >= Self.limit {
      entries.removeFirst(head)
      head = 0
    }
  }

  /// Returns refusals, the newest first.
  ///
  /// - Parameters:
  ///   - before: the number before which the answer begins; nil for the newest.
  ///   - limit: the largest number of refusals.
  ///   - isWanted: chooses by the line, which a refusal may lack.
  func page(before: Int?, limit: Int, _ isWanted: (LineID?) -> Bool) -> (entries: [Entry], next: Int?) {
    var found: [Entry] = []
    for entry in entries[head...].reversed() where entry.number < before ?? .max && isWanted(entry.line) {
      if found.count == limit { return (found, found.last?.number) }
      found.append(entry)
    }
    return (found, nil)
  }
}
