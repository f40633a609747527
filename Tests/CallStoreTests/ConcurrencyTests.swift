import CallControl
import Foundation
import Locking
import Testing

@testable import CallStore

@Suite("CallStore: changes of several threads")
struct ConcurrencyTests {
  /// Runs `body` on some threads at once.
  private func together(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let errors = Locked<[any Error]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      do { try body(index) } catch { errors.withLock { $0.append(error) } }
    }
    if let error = errors.withLock({ $0.first }) { throw error }
  }

  @Test("The judge knows each rule once its change has returned, also beside other changes")
  func judge() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    try together(8) { thread in
      for round in 0..<20 {
        let number = "+1202555\(1_000 + thread * 100 + round)"
        let rule = try store.addBlockRule(BlockRule(.exact, number, addedBy: "user"))
        let question = CallerQuestion(handle: .number(number), date: Date())
        #expect(store.check(question).rule == "J4 block:\(rule.id)")
        try store.removeBlockRule(rule.id)
        #expect(store.check(question).rule == "I2")
      }
    }
  }

  @Test("Changes of single settings of do-not-disturb lose none of one another")
  func doNotDisturb() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    try together(32) { thread in
      try store.changeDoNotDisturb { $0.lines.append(LineID(rawValue: "\(thread)")) }
      #expect(store.doNotDisturb.lines.contains(LineID(rawValue: "\(thread)")))
    }
    #expect(Set(store.doNotDisturb.lines).count == 32)
    let reopened = CallStore(folder: folder.path)
    #expect(reopened.doNotDisturb.lines.count == 32)
    // A change that is not valid changes nothing.
    #expect(throws: StoreError.self) { try store.changeDoNotDisturb { $0.repeatWithin = -1 } }
    #expect(store.doNotDisturb.repeatWithin == 180)
  }

  @Test("A reader that follows the changes beside a writer ends with the same history")
  func follow() throws {
    let folder = try TestFolder()
    let store = CallStore(folder: folder.path)
    let isDone = Locked(false)
    var copy: [Int64: Int64] = [:]
    let writer = Thread {
      for round in 0..<400 {
        store.keep([SpoolRecord.of(.ended, at: Int64(round)), SpoolRecord.of(.ended, at: Int64(round))])
        _ = try? store.removeHistory(ids: [Int64(round) + 1])
        _ = try? store.markRead(ids: [Int64(round) + 2])
      }
      isDone.withLock { $0 = true }
    }
    writer.start()
    var next: Int64 = 0
    while true {
      let wasDone = isDone.withLock { $0 }
      let page = try store.historyChanges(after: next, limit: 10)
      for change in page.changes { copy[change.id] = change.entry?.change }
      next = page.next
      if wasDone, !page.more { break }
    }
    let entries = try store.history(limit: 10_000).entries
    #expect(entries.count == 400)
    #expect(copy == Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.change) }))
    let unread = entries.filter { !$0.isRead && $0.outcome == .missed }.count
    #expect(store.unreadMissed == unread)
    store.close()
    #expect(CallStore(folder: folder.path).unreadMissed == unread)
  }
}
