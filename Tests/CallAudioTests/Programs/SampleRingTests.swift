import CallAudio
import Testing

@Suite("The queue of a program's samples")
struct SampleRingTests {
  @Test("Samples come out in the order of an array with insertions at both ends") func order() {
    var ring = SampleRing()
    var model: [Int16] = []
    var next: Int16 = 0
    var seed: UInt64 = 7
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<4_000 {
      let some = (0..<random(700)).map { _ -> Int16 in
        next &+= 1
        return next
      }
      switch random(4) {
      case 0:
        some.withUnsafeBufferPointer { ring.append($0) }
        model += some
      case 1:
        some.withUnsafeBufferPointer { ring.prepend($0) }
        model = some + model
      case 2:
        var room = [Int16](repeating: 0, count: some.count)
        let taken = room.withUnsafeMutableBufferPointer { ring.take(into: $0) }
        #expect(Array(room[..<taken]) == Array(model.prefix(some.count)))
        model.removeFirst(taken)
      default:
        ring.drop(some.count)
        model.removeFirst(min(some.count, model.count))
      }
      #expect(ring.count == model.count)
      if let first = model.first, let last = model.last {
        #expect(ring[0] == first)
        #expect(ring[ring.count - 1] == last)
      }
    }
  }
}
