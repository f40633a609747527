internal import CallControl
internal import ClusterControl
internal import FoundationEssentials
internal import HostService
internal import Locking
package import StrictJSON

/// The word of a record's member `by`.
package enum RecordAuthor: String, Sendable {
  /// The node that had the call.
  case node
  /// The owner of the line, for a node that is gone.
  case heir
}

extension ClusterRecord {
  /// Returns the key of a line's records and connected calls, such as `a3f.agent-9`.
  package static func key(of line: String, digits: Int) -> String { KnownLines.key(of: line, digits: digits) }

  /// Creates the record of a call.
  ///
  /// - Parameters:
  ///   - entry: the record, as `history` gives it.
  ///   - node: the node that had the call.
  package init(of call: String, line: String, digits: Int, entry: JSONValue, node: String, by author: RecordAuthor) {
    var members: [JSONValue.Member] = []
    if case .object(let known) = entry { members = known.filter { $0.name != "node" && $0.name != "by" } }
    let origin = RecordOrigin(node: node, by: author)
    self.init(of: call, line: line, digits: digits, text: JSONValue.object(members).jsonText(), origin)
  }

  /// Creates the record of a call from the text of a JSON object, which has no member `node` or `by`.
  init(of call: String, line: String, digits: Int, text: [UInt8], _ origin: RecordOrigin) {
    let members = text.dropLast()
    // One buffer of the right length: a larger one makes the allocator tidy up for each record.
    var body: [UInt8] = []
    body.reserveCapacity(members.count + 1 + origin.members.count)
    body += members
    if members.count > 1 { body.append(UInt8(ascii: ",")) }
    body += origin.members
    // The stream takes an id once: the heir's has another one, so that it never keeps the node's own record out.
    self.init(key: Self.key(of: line, digits: digits), body: body, id: call + (origin.author == .node ? ":ended" : ":ended:heir"))
  }
}

/// The node that had a call and the author of its record: the last members of a record's object, with its end.
struct RecordOrigin: Sendable {
  let author: RecordAuthor
  let members: ArraySlice<UInt8>

  init(node: String, by author: RecordAuthor) {
    self.author = author
    var writer = JSONWriter(capacity: 64)
    writer.object { writer in
      writer.member("node", node)
      writer.member("by", author.rawValue)
    }
    members = writer.bytes.dropFirst()
  }
}

/// The shipping of a node's records to the stream, until the engine has acknowledged them (K13).
///
/// New records wait a short time for others: one look at the store, one write to the socket and one mark serve them all. The first record after
/// a quiet time waits less than the records of steady traffic.
/// `@unchecked Sendable`: only the store's lane reads and changes its state.
package final class RecordShipper: @unchecked Sendable {
  /// The largest number of records under way: the engine stalls at 4,096.
  private static let window = 256
  /// The time for which new records are gathered after a quiet time.
  package static let pace = Duration.milliseconds(100)
  /// The shortest time between the looks of steady traffic.
  package static let steadyPace = Duration.milliseconds(250)
  /// The time within which the engine acknowledges a record, before it is sent again.
  private static let patience = Duration.seconds(10)
  /// The time before another attempt after a failure.
  private static let pause = Duration.seconds(1)
  /// The time between two looks for a loss of the engine's data.
  private static let checkTime = Duration.seconds(60)
  /// The age from which the stream may have forgotten a record, in milliseconds.
  private static let forgotten: Int64 = 7 * 86_400_000 - 3_600_000

  /// The times of the looks for new records.
  private struct Looks: Sendable {
    /// True from the first new record until the look for it.
    var isTimed = false
    /// The time of the last look that was planned.
    private var last: Instant?

    /// Plans a look for a new record, and returns the time until then; nil if one is planned already.
    mutating func next(at now: Instant) -> Duration? {
      guard !isTimed else { return nil }
      isTimed = true
      var due = now.advanced(by: pace)
      if let last { due = max(due, last.advanced(by: steadyPace)) }
      last = due
      return now.duration(to: due)
    }
  }

  private let store: any ClusterStore
  private let shelf: any RecordShelf
  private let origin: RecordOrigin
  private let digits: Int
  private var isUp = false
  private var isClosed = false
  private var isFetching = false
  /// True when the shelf has, or may have, records that are not under way.
  private var hasMore = false
  /// The looks for new records. [any thread]
  private let looks = Locked(Looks())
  private var isChecking = false
  private var isMarking = false
  /// The records without an answer.
  private var underWay: Set<Int64> = []
  /// The records that the engine has and the shelf has no mark of.
  private var acknowledged: Set<Int64> = []
  /// The record with the highest number in the stream among those.
  private var newest: StreamPlace?
  /// Grows with each connection and each loss: a look of an earlier one changes nothing.
  private var turn = 0
  /// The turn in which the marks are being taken back.
  private var againTurn: Int?
  /// Grows with each timer of a pause.
  private var pauses = 0

  /// Creates a shipper of a node.
  package init(_ store: any ClusterStore, shelf: any RecordShelf, node: String, digits: Int) {
    (self.store, self.shelf, self.digits) = (store, shelf, digits)
    origin = RecordOrigin(node: node, by: .node)
    shelf.onAdded { [weak self] in self?.noteAdded() }
  }

  private func noteAdded() {
    guard let wait = looks.withLock({ $0.next(at: store.lane.now) }) else { return }
    store.lane.after(wait) { [weak self] in
      guard let self else { return }
      looks.withLock { $0.isTimed = false }
      pull()
    }
  }

  /// The number of records that the engine has not acknowledged. [any thread]
  package var unshipped: Int { shelf.unshippedCount }

  /// Ships what waits, once the engine is known to have what it had. [the lane]
  package func connected() {
    precondition(store.lane.isCurrent, "a shipper is used on its lane")
    isUp = true
    // The engine may have lost what it acknowledged: unless it has a mark, it is sent again.
    acknowledged = []
    newest = nil
    turn += 1
    // A look of an earlier turn ends nothing any more.
    isChecking = false
    check()
    checkTimely(turn)
  }

  /// Lets records wait. [the lane]
  package func disconnected() {
    isUp = false
    isChecking = false
    turn += 1
  }

  /// Ships all again: the engine lost data (K9). [the lane]
  package func engineWentBack() {
    // Each slot reports the loss, and nothing is marked before the marks are taken back.
    guard !isClosed, againTurn != turn else { return }
    acknowledged = []
    newest = nil
    turn += 1
    isChecking = true
    shipAgain(turn)
    checkTimely(turn)
  }

  /// Ends the shipping; records wait in the store. [the lane]
  package func close() {
    isClosed = true
    shelf.onAdded(nil)
  }

  // MARK: Losses of the engine

  private func checkTimely(_ timer: Int) {
    store.lane.after(Self.checkTime) { [weak self] in
      guard let self, timer == turn, !isClosed else { return }
      check()
      checkTimely(timer)
    }
  }

  /// Looks for the newest record that the stream must have; where it is missing, all are shipped again.
  ///
  /// Nothing is shipped or marked meanwhile: a newer record in the stream would hide the loss of older ones.
  private func check() {
    guard isUp, !isClosed, !isChecking else { return }
    isChecking = true
    let turn = turn
    shelf.newestShipped { [weak self, lane = store.lane] record in
      lane.run { [weak self] in
        guard let self, turn == self.turn else { return }
        guard let record else { return checkLater(turn) }
        guard let record, shelf.now - record.ended < Self.forgotten else { return endCheck() }
        look(for: record, after: 0, turn)
      }
    }
  }

  private func look(for record: ShelfRecord, after sequence: UInt64, _ turn: Int) {
    store.records(ClusterRecord.key(of: record.line, digits: digits), after: sequence, limit: 1_000) { [weak self] result in
      guard let self, turn == self.turn, !isClosed else { return }
      guard case .success(let page) = result else { return checkLater(turn) }
      if page.records.contains(where: { CallRecordFacts($0)?.isOwn(of: record.call.uuidString) == true }) { return endCheck() }
      if let last = page.records.last, !page.isLast { return look(for: record, after: last.sequence, turn) }
      shipAgain(turn)
    }
  }

  private func shipAgain(_ turn: Int) {
    againTurn = turn
    shelf.shipAgain { [weak self, lane = store.lane] isDone in
      lane.run { [weak self] in
        guard let self, turn == self.turn else { return }
        guard isDone else { return pause { if turn == $0.turn { $0.shipAgain(turn) } } }
        againTurn = nil
        endCheck()
      }
    }
  }

  /// Looks again after a moment: without an answer nothing is known.
  private func checkLater(_ turn: Int) {
    pause { shipper in
      guard turn == shipper.turn else { return }
      shipper.isChecking = false
      shipper.check()
    }
  }

  private func pause(_ body: @escaping @Sendable (RecordShipper) -> Void) {
    store.lane.after(Self.pause) { [weak self] in
      if let self, !isClosed { body(self) }
    }
  }

  private func endCheck() {
    isChecking = false
    mark()
    pull()
  }

  // MARK: Shipping

  private func pull() {
    guard isUp, !isClosed, !isChecking else { return }
    guard !isFetching else {
      hasMore = true
      return
    }
    guard underWay.count < Self.window else { return }
    isFetching = true
    hasMore = false
    // The records under way have no mark yet, so the shelf returns them again.
    let limit = Self.window + acknowledged.count
    shelf.unshipped(limit: limit) { [weak self, lane = store.lane] records in
      lane.run { [weak self] in self?.take(records, limit: limit) }
    }
  }

  private func take(_ records: [ShelfRecord]?, limit: Int) {
    isFetching = false
    guard isUp, !isClosed else { return }
    guard let records else { return pullLater() }
    for record in records where !underWay.contains(record.id) && !acknowledged.contains(record.id) {
      guard underWay.count < Self.window else { break }
      send(record)
    }
    // The others follow the next mark.
    if records.count >= limit { hasMore = true }
    if hasMore { pull() }
  }

  private func send(_ record: ShelfRecord) {
    // The closure keeps the number, and not the whole record.
    let id = record.id
    underWay.insert(id)
    let message = ClusterRecord(of: record.call.text, line: record.line, digits: digits, text: record.entry, origin)
    store.append(message, within: Self.patience) { [weak self] result in
      guard let self, !isClosed else { return }
      underWay.remove(id)
      guard case .success(let sequence) = result else { return pullLater() }
      acknowledged.insert(id)
      if sequence > newest?.sequence ?? 0 { newest = StreamPlace(sequence: sequence, id: id) }
      if underWay.isEmpty || acknowledged.count >= Self.window { mark() }
    }
  }

  private func mark() {
    guard !isMarking, !isChecking, isUp, !acknowledged.isEmpty, let newest else { return }
    isMarking = true
    let ids = acknowledged.sorted()
    shelf.mark(ids, newest: newest) { [weak self, lane = store.lane] isMarked in
      lane.run { [weak self] in
        guard let self else { return }
        isMarking = false
        // Without a mark they would be sent again, which the stream and its readers leave out.
        guard isMarked else { return pullLater() }
        acknowledged.subtract(ids)
        mark()
        if hasMore { pull() }
      }
    }
  }

  private func pullLater() {
    pauses += 1
    let pause = pauses
    store.lane.after(Self.pause) { [weak self] in
      guard let self, pauses == pause else { return }
      mark()
      pull()
    }
  }
}
