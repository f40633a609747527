import Testing

@testable import TransportLoader

/// The loader's map from handles behaves like a dictionary for all handles.
@Suite struct HandleMapTests {
  /// Handles as hosts count them, as plugins count them, and some that share a slot.
  static let families: [(String, @Sendable (UInt64) -> UInt64)] = [
    ("counted", { $0 }), ("minted", { 1 << 63 | $0 }), ("sparse", { $0 << 40 }), ("wild", { $0 &* 0xD134_2543_DE82_EF95 }),
  ]

  @Test(arguments: families.indices)
  func doesWhatADictionaryDoes(family: Int) {
    var dice = SeededGenerator(seed: UInt64(family))
    var (map, dictionary) = (HandleMap<Int>(), [UInt64: Int]())
    for step in 0..<20_000 {
      let handle = Self.families[family].1(.random(in: 1...200, using: &dice))
      switch Int.random(in: 0..<4, using: &dice) {
      case 0, 1:
        map[handle] = step
        dictionary[handle] = step
      case 2: #expect(map.removeValue(forKey: handle) == dictionary.removeValue(forKey: handle))
      default: #expect(map[handle] == dictionary[handle])
      }
      #expect(map.count == dictionary.count)
    }
    #expect(map.sorted.map(\.handle) == dictionary.keys.sorted())
    #expect(map.sorted.allSatisfy { dictionary[$0.handle] == $0.value })
  }

  @Test func comingAndGoingForEverKeepsNoRoom() {
    var map = HandleMap<Int>()
    for handle in 1...100_000 as ClosedRange<UInt64> {
      map[handle] = 1
      if handle > 4 { #expect(map.removeValue(forKey: handle - 4) == 1) }
    }
    #expect(map.count == 4)
    #expect(map.room <= 16)
  }
}
