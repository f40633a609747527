import Testing

@testable import CallAudio

@Suite("A queue of samples")
struct SampleQueueTests {
  @Test("returns samples in order, in pieces of any size", arguments: [1, 7, 480, 960, 1_000, 5_000])
  func order(piece: Int) {
    var queue = SampleQueue()
    let ramp = TestSound.ramp(20_000)
    var out: [Int16] = []
    var next = 0
    while out.count < ramp.count {
      if next < ramp.count { ramp[next..<min(next + 960, ramp.count)].withUnsafeBufferPointer { queue.append($0) } }
      next += 960
      var room = [Int16](repeating: 0, count: piece)
      let taken = room.withUnsafeMutableBufferPointer { queue.take(into: $0) }
      out += room.prefix(taken)
    }
    #expect(out == ramp)
    #expect(queue.count == 0)
  }

  @Test("drops samples with a cross-fade: no step is larger than the sound's own")
  func fade() {
    var queue = SampleQueue()
    let sine = TestSound.sine(300, seconds: 0.1)
    sine.withUnsafeBufferPointer { queue.append($0) }
    let whole = largestStep(sine)
    #expect(queue.skip(400, fade: 120) == 400)
    var out = [Int16](repeating: 0, count: queue.count)
    #expect(out.withUnsafeMutableBufferPointer { queue.take(into: $0) } == sine.count - 400)
    // A cross-fade between two sines adds their difference, spread over the fade.
    #expect(largestStep(out) < whole * 2)
    #expect(out.first == sine.first)
    #expect(out.suffix(1_000) == sine.suffix(1_000))
  }

  @Test("drops nothing when too few samples wait for a cross-fade")
  func tooFew() {
    var queue = SampleQueue()
    queue.append(silence: 500)
    #expect(queue.skip(400, fade: 120) == 0)
    #expect(queue.count == 500)
  }

  private func largestStep(_ samples: [Int16]) -> Int {
    zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
