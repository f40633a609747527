import Testing
import TransportKit

@Suite struct RegistryTests {
  /// The keys of a registry by a list that is searched.
  private struct Model {
    var holders: [Int: [(owner: UInt64, value: Int)]] = [:]

    mutating func release(_ owner: UInt64) {
      for key in holders.keys { holders[key]?.removeAll { $0.owner == owner } }
    }

    mutating func take(_ keys: [Int], for owner: UInt64, _ value: Int) {
      release(owner)
      for key in keys { holders[key, default: []].append((owner, value)) }
    }

    func holder(_ key: Int) -> (owner: UInt64, value: Int)? { holders[key]?.last }
  }

  @Test("an owner that releases its keys gives each back to the owner before it")
  func order() {
    let registry = Registry<String, Int>()
    registry.take(["a"], for: 1, 10)
    registry.take(["a"], for: 2, 20)
    registry.take(["a"], for: 1, 11)
    #expect(registry["a"] == 11)
    registry.release(1)
    #expect(registry["a"] == 20)
    registry.release(2)
    #expect(registry["a"] == nil)
  }

  @Test("any order of takes, claims and releases gives the owners of a searched list", arguments: 1...20 as ClosedRange<UInt64>)
  func model(seed: UInt64) {
    var random = SeededBits(state: seed)
    let registry = Registry<Int, Int>()
    var model = Model()
    for step in 0..<2_000 {
      let owner = UInt64.random(in: 1...12, using: &random)
      let keys = (0..<3).filter { _ in Bool.random(using: &random) }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        registry.release(owner)
        model.release(owner)
      case 1:
        let held = keys.first { key in model.holder(key).map { $0.owner != owner } ?? false }
        #expect(registry.claim(keys, for: owner, step) == held)
        if held == nil { model.take(keys, for: owner, step) }
      default:
        registry.take(keys, for: owner, step)
        model.take(keys, for: owner, step)
      }
      #expect((0..<3).allSatisfy { registry[$0] == model.holder($0)?.value }, "seed \(seed), step \(step)")
    }
  }
}
