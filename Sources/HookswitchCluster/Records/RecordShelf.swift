package import CallControl
package import CallStore
internal import Dispatch
internal import FoundationEssentials
internal import HostService
internal import Locking
internal import StrictJSON

/// An ended call whose record goes to the stream.
package struct ShelfRecord: Equatable, Sendable {
  /// The number of the call in the node's own store.
  package var id: Int64
  /// The call.
  package var call: CallID
  /// The line.
  package var line: String
  /// The end, in milliseconds since 1970.
  package var ended: Int64
  /// The record, as `history` gives it: the text of a JSON object.
  package var entry: [UInt8]

  /// Creates a record.
  package init(id: Int64, call: CallID, line: String, ended: Int64, entry: [UInt8]) {
    (self.id, self.call, self.line, self.ended, self.entry) = (id, call, line, ended, entry)
  }
}

/// The place of a record in the stream.
package struct StreamPlace: Hashable, Sendable {
  /// The record's number in the stream.
  package var sequence: UInt64
  /// The call's number in the node's own store.
  package var id: Int64

  /// Creates a place.
  package init(sequence: UInt64, id: Int64) {
    (self.sequence, self.id) = (sequence, id)
  }
}

/// The node's own store of records, from which they are shipped.
///
/// All functions return at once; they call their completions later, on any thread, each exactly once. A result of nil is a store that cannot
/// be read or written now.
package protocol RecordShelf: Sendable {
  /// Returns records without a mark, the oldest first.
  func unshipped(limit: Int, then: @escaping @Sendable ([ShelfRecord]?) -> Void)
  /// Marks records that the stream has; `newest` is the one with the highest number there.
  func mark(_ ids: [Int64], newest: StreamPlace, then: @escaping @Sendable (Bool) -> Void)
  /// Returns the marked record with the highest number in the stream; an inner nil where there is none.
  func newestShipped(then: @escaping @Sendable (ShelfRecord??) -> Void)
  /// Takes the marks of the last seven days back.
  func shipAgain(then: @escaping @Sendable (Bool) -> Void)
  /// Sets the function that is told of new records.
  func onAdded(_ body: (@Sendable () -> Void)?)
  /// The number of records without a mark.
  var unshippedCount: Int { get }
  /// The time of day, in milliseconds since 1970.
  var now: Int64 { get }
}

/// The shelf of a `CallStore`, on a queue of its own: a slow disk must not delay the renewal of the lease.
package final class StoreShelf: RecordShelf {
  private let store: CallStore
  private let isBegun = Locked(false)
  private let queue = DispatchQueue(label: "hookswitch.cluster.records", qos: .utility)

  /// Makes the store a node's.
  package init(_ store: CallStore) {
    self.store = store
    // A store that cannot be written yet is made a node's at a later look.
    queue.async { [self] in _ = begin() }
  }

  /// Makes the store a node's; true once it is one.
  private func begin() -> Bool {
    if isBegun.withLock({ $0 }) { return true }
    guard (try? store.beginShipping()) != nil else { return false }
    isBegun.withLock { $0 = true }
    return true
  }

  package func unshipped(limit: Int, then: @escaping @Sendable ([ShelfRecord]?) -> Void) {
    queue.async { [self] in then(begin() ? (try? store.unshipped(limit: limit))?.map { ShelfRecord($0) } : nil) }
  }

  package func mark(_ ids: [Int64], newest: StreamPlace, then: @escaping @Sendable (Bool) -> Void) {
    store.markShippedSoon(ids, newest: (newest.sequence, newest.id), then: then)
  }

  package func newestShipped(then: @escaping @Sendable (ShelfRecord??) -> Void) {
    queue.async { [store] in
      do throws(StoreError) {
        then(.some(try store.newestShipped().map { ShelfRecord($0) }))
      } catch {
        then(nil)
      }
    }
  }

  package func shipAgain(then: @escaping @Sendable (Bool) -> Void) {
    queue.async { [store] in then((try? store.shipAgain()) != nil) }
  }

  package func onAdded(_ body: (@Sendable () -> Void)?) { store.onAdded(body) }

  package var unshippedCount: Int { store.unshippedCount }

  package var now: Int64 { store.settings.now().milliseconds }
}

extension ShelfRecord {
  /// The bytes of nearly all records.
  private static let usualLength = 800

  init(_ entry: HistoryEntry) {
    self.init(
      id: entry.id, call: entry.call, line: entry.line.rawValue, ended: (entry.ended ?? entry.began).milliseconds,
      entry: entry.jsonText(capacity: Self.usualLength))
  }
}
