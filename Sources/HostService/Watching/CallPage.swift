internal import CallControl
internal import FoundationEssentials
internal import HostSurface
internal import StrictJSON

/// The page of calls that a connection wants: a filter, an order and a place.
struct CallChoice: Hashable, Sendable {
  /// The largest number of calls of a page.
  static let limit = 200
  /// The largest number of ringing calls that come with a page.
  static let ringingLimit = 10

  /// The lines that the connection may see.
  var scope = LineScope.all
  /// True when the connection may see numbers and names; without it a text does not look into them.
  var seesNumbers = true
  /// The lines, by name or with a `*` at the end; nil for all.
  var lines: [String]?
  var provider: ProviderID?
  var states: Set<CallState>?
  var direction: Direction?
  /// Words in lower case, each of which is a part of the line, the provider, the state, the call's id, the handle or a name.
  var words: [Substring] = []
  var sort = CallSort.line
  var page = 0
  var limit = CallChoice.limit
  /// The number of ringing incoming calls of any line in the scope that come with the page, the oldest first.
  var ringing = 0

  /// Reads checked parameters of `calls.subscribe`.
  init(_ parameters: Parameters, scope: LineScope = .all, seesNumbers: Bool = true) {
    (self.scope, self.seesNumbers) = (scope, seesNumbers)
    if let filter = parameters["filter"] {
      lines = filter["lines"]?.strings
      provider = filter["provider"]?.string.map { ProviderID(rawValue: $0) }
      states = filter["states"]?.strings.map { Set($0.compactMap { CallState(rawValue: $0) }) }
      direction = filter["direction"]?.string.flatMap { Direction(rawValue: $0) }
      words = filter["text"]?.string?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
    }
    sort = parameters.word("sort") ?? .line
    (page, limit, ringing) = (parameters.int("page"), parameters.int("limit"), parameters.int("ringing"))
  }

  /// Creates the choice of all calls.
  init() {}

  /// Returns true for a call that the filter selects.
  func admits(_ call: Call) -> Bool {
    if let provider, call.provider != provider { return false }
    if let states, !states.contains(call.state) { return false }
    if let direction, call.direction != direction { return false }
    if words.isEmpty { return true }
    var texts = [call.line.rawValue, call.provider.rawValue, call.state.rawValue, call.uuid.uuidString]
    if seesNumbers { texts += [call.displayName, call.handle?.value, call.name, call.label].compactMap(\.self) }
    let lower = texts.map { $0.lowercased() }
    return words.allSatisfy { word in lower.contains { $0.includes(word) } }
  }

  func admits(line: String) -> Bool { lines.map { $0.contains { LineScope.matches(line, $0) } } ?? true }
}

/// The numbers of the live calls on all lines that a connection may see.
struct CallTotals: Hashable, Sendable {
  var calls = 0
  var lines = 0
  var ringing = 0
  var active = 0
  var held = 0

  /// The numbers as a `CallTotals` of the host surface.
  var json: JSONValue {
    .object(of: [
      "calls": .integer(calls), "lines": .integer(lines), "ringing": .integer(ringing), "active": .integer(active), "held": .integer(held),
    ])
  }
}

/// One page of calls, with the number of all that the filter admits.
struct CallPage: Hashable, Sendable {
  var page = 0
  var pages = 0
  var matching = 0
  var totals = CallTotals()
  var calls: [Call] = []
  /// The oldest ringing incoming calls, when the choice wants some.
  var ringing: [Call] = []
  /// The calls of the page that the host records.
  var recorded: Set<CallID> = []

  /// Makes a page of snapshots; numbers in the names of lines count as numbers.
  init(_ choice: CallChoice, of snapshots: [LineSnapshot], recorded: Set<CallID> = []) {
    var found: [Call] = []
    let sorted = choice.sort == .line ? snapshots.sorted { NaturalOrder.isLess($0.line.rawValue, $1.line.rawValue) } : snapshots
    for snapshot in sorted where choice.scope.contains(snapshot.line.rawValue) {
      let live = snapshot.calls.filter { !$0.hasEnded }
      if live.isEmpty { continue }
      totals.lines += 1
      totals.calls += live.count
      for call in live {
        switch call.state {
        case .ringing:
          totals.ringing += 1
          if choice.ringing > 0, call.direction == .incoming { ringing.append(call) }
        case .active: totals.active += 1
        case .held: totals.held += 1
        default: break
        }
      }
      if choice.admits(line: snapshot.line.rawValue) { found += live.filter { choice.admits($0) } }
    }
    if choice.sort == .newest {
      found.sort { ($1.began, $0.line, $0.uuid.uuidString) < ($0.began, $1.line, $1.uuid.uuidString) }
    }
    ringing = Array(
      ringing.sorted { ($0.began, $0.line, $0.uuid.uuidString) < ($1.began, $1.line, $1.uuid.uuidString) }.prefix(choice.ringing))
    matching = found.count
    pages = (found.count + choice.limit - 1) / choice.limit
    page = choice.page
    let (start, isFar) = choice.page.multipliedReportingOverflow(by: choice.limit)
    calls = isFar || start >= found.count ? [] : Array(found[start..<min(start + choice.limit, found.count)])
    self.recorded = recorded.intersection(calls.map(\.uuid))
  }

  /// Creates an empty page.
  init() {}

  /// Returns the calls that an older page does not have, or has with other members.
  func changed(since old: CallPage) -> [Call] {
    let before = Dictionary(old.calls.map { ($0.uuid, $0) }, uniquingKeysWith: { first, _ in first })
    return calls.filter { before[$0.uuid] != $0 || recorded.contains($0.uuid) != old.recorded.contains($0.uuid) }
  }

  /// The members of a `CallPage` of the host surface.
  ///
  /// - Parameters:
  ///   - old: the page that the reader has; nil for none.
  ///   - revision: the number of this page.
  ///   - clock: the relation of the calls' instants to the time of day.
  func json(since old: CallPage?, revision: Int, by clock: WallClock) -> JSONValue {
    let order = calls.map(\.uuid)
    let isMoved = old.map { $0.calls.map(\.uuid) != order } ?? true
    let shown = old.map { changed(since: $0) } ?? calls
    return .object(of: [
      "from": old.map { _ in .integer(revision - 1) }, "revision": .integer(revision), "page": .integer(page), "pages": .integer(pages),
      "matching": .integer(matching), "totals": totals.json, "order": isMoved ? .strings(order.map(\.uuidString)) : nil,
      "calls": json(of: shown, by: clock), "ringing": (old.map { $0.ringing != ringing } ?? true) ? json(of: ringing, by: clock) : nil,
    ])
  }

  private func json(of calls: [Call], by clock: WallClock) -> JSONValue {
    .array(calls.map { call in JSONValue(writing: CallContent(call: call, clock: clock, isRecording: recorded.contains(call.uuid))) })
  }
}

/// A connection's page of calls: the one that it has, and the one that waits.
///
/// A pure value. It is no queue: a slow connection gets the newest page only.
struct CallPageView: Sendable {
  let choice: CallChoice
  private var sent: CallPage
  private var revision = 1
  private var waiting: CallPage?

  /// Creates a view whose connection gets the first page as an answer.
  init(_ choice: CallChoice, first: CallPage) {
    (self.choice, sent) = (choice, first)
  }

  /// True while a page waits.
  var hasNews: Bool { waiting != nil }

  /// Replaces the page that waits; the page that the connection has waits no more.
  mutating func put(_ page: CallPage) { waiting = page == sent ? nil : page }

  /// Takes the page that waits, with the one that the connection has and the new page's number.
  mutating func take() -> (old: CallPage, new: CallPage, revision: Int)? {
    guard let new = waiting.take() else { return nil }
    defer { sent = new }
    revision += 1
    return (sent, new, revision)
  }
}
