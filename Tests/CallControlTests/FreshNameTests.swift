import CallControl
import FoundationEssentials
import Testing

/// New ids for calls, actions and transactions.
@Suite struct FreshNameTests {
  @Test("RFC 9562, 4.1 and 5.8: new ids carry the variant and version bits")
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
