internal import CRunnerChannel
internal import Glibc
internal import Testing

@testable internal import RunnerChannel

/// Both ends of a channel on threads of their own.
struct TwoThreadTests {
  /// Hands `body` to a task of its own, which may block a thread of the pool for a short time.
  private func beside(_ body: @escaping @Sendable () throws -> Void) -> Task<Void, any Error> { Task.detached { try body() } }

  @Test func everyMessageArrivesOnceAndInOrder() async throws {
    let (memory, descriptor) = try ChannelMemory.make()
    close(descriptor)
    let total = 20_000
    let writing = beside {
      var sender = FrameSender<WordType>(memory, side: .runner, bound: .init(frames: 65_536, bytes: 16 << 20))
      for index in 0..<total {
        var body = TextBody()
        body.text = FrameText(String(repeating: "x", count: index % 3000))
        #expect(try sender.send(.dtmf, FrameAddress(instance: 1, call: 1, other: UInt64(index)), body))
        if index % 16 == 0 { _ = try sender.publish() }
      }
      repeat { sched_yield() } while try sender.publish() || sender.queuedFrames > 0
    }
    let reading = beside {
      var receiver = FrameReceiver<WordType>(memory, side: .host)
      var next = 0
      while next < total {
        guard let message = try receiver.next(isOpen: { $0 == 1 }) else {
          _ = receiver.release()
          sched_yield()
          continue
        }
        #expect(message.address.other == UInt64(next))
        #expect(try message.body(TextBody.self).text.bytes.count == next % 3000)
        next += 1
      }
    }
    try await writing.value
    try await reading.value
  }

  @Test func aWriterThatOverwritesEverythingHarmsNobodyButItself() async throws {
    let (memory, descriptor) = try ChannelMemory.make()
    close(descriptor)
    let overwriting = beside {
      var generator = SystemRandomNumberGenerator()
      for _ in 0..<300_000 {
        // Half of the stores meet the control words and the first frames, so that some headers are nearly right.
        let place = UInt32.random(in: 0..<(Bool.random() ? 8192 : HRC_CHANNEL_BYTES) / 8, using: &generator) * 8
        hrc_set_word(memory.channel, place, Bool.random() ? UInt64.random(in: 0..<128, using: &generator) : generator.next())
      }
    }
    let reading = beside {
      for _ in 0..<20_000 {
        var receiver = FrameReceiver<WordType>(memory, side: .host)
        do throws(FrameFault) {
          while let message = try receiver.next(isOpen: { $0 < 16 }) { try message.check() }
          _ = receiver.release()
        } catch {
          // Every fault is an answer; only a crash is none.
          continue
        }
      }
    }
    try await overwriting.value
    try await reading.value
  }
}
