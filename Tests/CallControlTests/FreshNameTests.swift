import CallControl
import FoundationEssentials
import Testing

/// Names of calls, actions and transactions that nobody gave.
@Suite struct FreshNameTests {
  @Test("RFC 9562, 4.1 and 5.8: variant and version say whose the bits are")
  func saysItsVersion() {
    let bytes = UUID.fresh().uuid
    #expect(bytes.6 >> 4 == 8)
    #expect(bytes.8 >> 6 == 0b10)
  }

  @Test func noneComesTwice() async {
    let names = await withTaskGroup(of: [UUID].self) { group in
      for _ in 0..<4 { group.addTask { (0..<50_000).map { _ in .fresh() } } }
      return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
    }
    #expect(names.count == 200_000)
  }
}
