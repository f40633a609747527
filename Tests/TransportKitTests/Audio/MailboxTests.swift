import Glibc
import TestRings
import Testing

@testable import TransportKit

/// Values between a loop and a stream, neither of which waits.
@Suite struct MailboxTests {
  private struct Pair: BitwiseCopyable, Sendable, Equatable {
    var one: UInt64 = 0, two: UInt64 = 0, three: UInt64 = 0
  }

  @Test func theLastValueCountsAndStays() {
    let box = Mailbox<Int>(Mailbox<Int>.allocate(7))
    defer { box.memory.deallocate() }
    #expect(box.read() == 7 && box.read() == 7)
    for value in 0..<5 { box.write(value) }
    #expect(box.read() == 4 && box.read() == 4)
    box.write(9)
    #expect(box.read() == 9)
  }

  @Test func aReaderSeesWholeValuesAndNeverAnOlderOne() {
    let address = UInt(bitPattern: Mailbox<Pair>.allocate(Pair()))
    let wrong = Counted()
    let last: UInt64 = 20_000
    @Sendable func box() -> Mailbox<Pair>? { UnsafeMutableRawPointer(bitPattern: address).map(Mailbox<Pair>.init) }
    sideBySide {
      for value in 1...last { box()?.write(Pair(one: value, two: value, three: value)) }
    } _: {
      var seen: UInt64 = 0
      while seen < last, let value = box()?.read() {
        if value.one != value.two || value.two != value.three || value.one < seen { wrong.add() }
        if value.one == seen { sched_yield() }
        seen = value.one
      }
    }
    #expect(wrong.count == 0)
    box()?.memory.deallocate()
  }

  @Test func aPipeCarriesFramesAndCountsWhatItCannot() {
    let pipe = AudioPipe(samplesPerFrame: 100, frames: 3)
    for value in 0..<Int16(5) {
      let isTaken = pipe.writer.frame { samples in for index in 0..<samples.count { samples[index] = value } }
      #expect(isTaken == (value < 4), "made up to a power of two")
    }
    #expect(pipe.reader.count == 4 && pipe.writer.overruns == 1)
    #expect(pipe.reader.frame { samples, _ in samples.count } == 100)
    #expect(pipe.reader.skip())
    pipe.writer.flush()
    #expect(pipe.reader.count == 0 && !pipe.reader.skip())
    #expect(pipe.writer.cut(to: 10).silence())
    let silence = pipe.reader.frame { samples, flags in (samples.count, flags, samples[9]) }
    #expect(silence ?? (0, [], 1) == (10, .silence, 0))
    #expect(pipe.reader.frame { _, _ in true } == nil && pipe.reader.underruns == 1)
  }
}
