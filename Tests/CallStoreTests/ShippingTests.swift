import CallControl
import Foundation
import Synchronization
import Testing

@testable import CallStore

/// The marks of records that a cluster has.
@Suite("CallStore: shipping") struct ShippingTests {
  private static let day: Int64 = 86_400_000
  private static let now: Int64 = 1_795_348_800_000

  private func numbers(_ store: CallStore) throws -> [Int64] { try store.unshipped(limit: 100).map(\.id) }

  @Test("A store that no cluster has ships nothing, and keeps its version") func apart() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    store.keep([SpoolRecord.of(.ended)])
    #expect(try numbers(store).isEmpty)
    #expect(store.unshippedCount == 0)
    try store.markShipped([1])
    #expect(try store.newestShipped() == nil)
    #expect(try Connection(path: folder.database, .readOnly).value("PRAGMA user_version") == .integer(1))
  }

  @Test("A node ships the calls that ended, each until it has a mark, and a long call delays no other") func marks() throws {
    let folder = try TestFolder()
    let clock = TestClock(Self.now)
    let store = CallStore(folder: folder.path, settings: .with(clock))
    store.keep([.of(.ended, at: Self.now - 8 * Self.day), .of(.ended, at: Self.now - Self.day)])
    try store.beginShipping()
    #expect(try numbers(store) == [2])
    let long = CallID()
    store.keep([.of(.begun, long), .of(.ended), .of(.ended)])
    #expect(try numbers(store) == [2, 4, 5])
    try store.markShipped([2, 4], newest: (7, 4))
    try store.markShipped([], newest: (6, 2))
    #expect(try numbers(store) == [5])
    #expect(try store.newestShipped()?.id == 4)
    store.keep([.of(.ended, long)])
    #expect(try numbers(store) == [3, 5])
    try store.markShipped([3, 5, 99])
    #expect(try numbers(store).isEmpty)
    // A place takes the marks' room.
    #expect(try Connection(path: folder.database, .readOnly).value("SELECT count(*) FROM shipped") == .integer(0))
    store.close()
    let again = CallStore(folder: folder.path, settings: .with(clock))
    try again.beginShipping()
    #expect(try numbers(again).isEmpty)
    try again.shipAgain()
    #expect(try numbers(again) == [2, 3, 4, 5])
    #expect(again.unshippedCount == 4)
  }

  /// Marks records soon, and returns true once the database has the marks.
  private func mark(_ ids: [Int64], _ store: CallStore, meanwhile body: () -> Void = {}) async -> Bool {
    await withCheckedContinuation { continuation in
      store.markShippedSoon(ids, newest: (UInt64(ids.count), ids.last ?? 0)) { continuation.resume(returning: $0) }
      body()
    }
  }

  @Test("A mark shares the transaction of the notes that come next, and waits for none") func company() async throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    try store.beginShipping()
    store.keep([.of(.ended), .of(.ended)])
    let transactions = Atomic<Int>(0)
    store.onTransaction { _ in transactions.wrappingAdd(1, ordering: .relaxed) }
    // The writer stands still, so that the mark and the note wait for the same transaction.
    store.writer.queue.suspend()
    let isMarked = await mark([1], store) {
      store.writer.note(.of(.ended))
      store.writer.queue.resume()
    }
    #expect(isMarked)
    store.flush()
    #expect(transactions.load(ordering: .relaxed) == 1)
    #expect(try numbers(store) == [2, 3])
    #expect(await mark([2, 3], store))
    #expect(try numbers(store).isEmpty)
    #expect(try store.newestShipped()?.id == 3)
    store.close()
  }

  @Test("A store that cannot be opened takes no mark") func off() async throws {
    let folder = try TestFolder()
    let file = folder.path + "/file"
    try Data().write(to: URL(filePath: file))
    let store = CallStore(folder: file)
    #expect(!(await mark([1], store)))
  }

  @Test("The retention of a node keeps calls for seven days, and until the cluster has them") func retention() throws {
    let folder = try TestFolder()
    let clock = TestClock(Self.now)
    let store = CallStore(folder: folder.path, settings: .with(clock, days: 1, calls: 1))
    try store.beginShipping()
    store.setRetention(days: 1, calls: 1)
    store.keep([.of(.ended, outcome: .answered), .of(.ended, outcome: .answered), .of(.ended, outcome: .answered)])
    clock.advance(2 * Self.day)
    #expect(try store.prune() == 0)
    try store.markShipped([1])
    clock.advance(6 * Self.day)
    #expect(try store.prune() == 1)
    try store.markShipped([2, 3])
    #expect(try store.prune() == 2)
  }

  @Test("An export and the forms of the history stay as they are") func export() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    store.keep([SpoolRecord.of(.ended)])
    func text() throws -> String {
      var text = ""
      try store.exportHistory(.csv) { part in
        text += part
        return true
      }
      return text
    }
    let before = try text()
    try store.beginShipping()
    try store.markShipped([1])
    #expect(try text() == before)
  }
}
