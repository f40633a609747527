import CallControl
import Foundation
import Testing

@testable import CallStore

@Suite("CallStore: kill -9")
struct KillTests {
  @Test("A host killed 500 times at random moments loses no step that an observer heard of, and doubles none")
  func kill() throws {
    let folder = try TestFolder()
    var calls: Set<UUID> = []
    var steps = 0
    for round in 0..<500 {
      // A pipe holds 64 KiB, so the moment lies anywhere in the host's work.
      let heard = try Victim(folder.path).kill(afterBytes: Int.random(in: 0...3_000))
      let store = CallStore(folder: folder.path)
      #expect(store.standing.state == .good)
      for (call, heard) in heard {
        let entry = try? store.historyEntry(of: call)
        guard let entry else {
          Issue.record("round \(round): \(call) is lost, of which an observer heard \(heard)")
          continue
        }
        steps += heard.count
        let isLost = entry.end?.cause == .hostLost
        #expect(!isLost || heard.isDisjoint(with: ["ended", "refused"]), "round \(round): \(call) ended, and the history says hostLost")
        #expect(entry.connected != nil || !heard.contains("connected"), "round \(round): \(call) was connected")
        #expect((entry.refusal != nil) == heard.contains("refused") || isLost, "round \(round): \(call) was refused")
      }
      calls.formUnion(heard.keys)
      store.close()
    }
    #expect(calls.count > 500 && steps > calls.count)
    // Each call has one entry, and no entry is left open.
    let connection = try Connection(path: folder.database, .readOnly)
    #expect(try connection.value("SELECT count(*) - count(DISTINCT uuid) FROM call") == .integer(0))
    #expect(try connection.value("SELECT count(*) - count(DISTINCT change) FROM call") == .integer(0))
    #expect(try connection.value("SELECT count(*) FROM call WHERE ended IS NULL") == .integer(0))
  }
}
