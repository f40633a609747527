import Hookswitch
import Testing

@testable import MonkeyCall

@Suite("The app's call directory") @MainActor struct DirectoryTests {
  private let host = CallHost(clock: VirtualClock())

  @Test("The article's list blocks two numbers and names two") func list() {
    let directory = CallDirectoryHandler(host: host)
    directory.beginRequest(with: CallDirectoryHandler.list)
    #expect(directory.lastError == nil && host.blockList.count == 2)
    #expect(directory.label(of: "18775555555") == "Telemarketer" && directory.label(of: "1") == nil)
  }

  @Test(
    "A list out of order has its line, and the old entries stay",
    arguments: [
      ("2,block\n1,block", .entriesOutOfOrder(line: 2)), ("1,block\n1,block", .duplicateEntries(line: 2)),
      ("1,identify,A\n2,block", .entriesOutOfOrder(line: 2)), ("1,block\n5,identify,A\n4,identify,B", .entriesOutOfOrder(line: 3)),
      ("1,block\nx,block", .malformed(line: 2)), ("1,identify", .malformed(line: 1)), ("0,block", .malformed(line: 1)),
    ] as [(String, CallDirectoryHandler.Failure)])
  func order(text: String, failure: CallDirectoryHandler.Failure) {
    let directory = CallDirectoryHandler(host: host)
    directory.beginRequest(with: CallDirectoryHandler.list)
    directory.beginRequest(with: text)
    #expect(directory.lastError == failure)
    #expect(host.blockList.count == 2 && directory.label(of: "18775555555") == "Telemarketer")
  }
}
