import Glibc
import TestRings
import Testing
import TransportABI

/// hookswitch/ring.h at any index: indexes grow for ever and wrap at 2^32.
@Suite struct RingHeaderTests {
  static let starts: [UInt32] = [0, 1, 3, (1 << 31) - 2, 1 << 31, .max - 3, .max - 1, .max]

  @Test(arguments: starts, [1, 2, 4, 64] as [UInt32])
  func whatGoesInComesOutInOrderAndAFullRingDropsAndCounts(start: UInt32, slots: UInt32) {
    let ring = TestRing(slots: slots, startingAt: start)
    for round in 0..<5 {
      for index in 0..<slots {
        #expect(ring.count == index)
        #expect(ring.put(Int16(round * 100) + Int16(index)))
      }
      #expect(ring.count == slots && !ring.put(9999))
      #expect(ring.ask(hsw_ring_overruns) == UInt32(round + 1))
      for index in 0..<slots { #expect(ring.take() == Array(repeating: Int16(round * 100) + Int16(index), count: 160)) }
      #expect(ring.count == 0 && ring.take() == nil)
      #expect(ring.ask(hsw_ring_underruns) == UInt32(round + 1))
    }
  }

  @Test(arguments: starts, (0...24).map { ($0 / 5, $0 % 5) })
  func aFlushVoidsWhatIsQueuedAndNothingElse(start: UInt32, queued: (before: Int, after: Int)) {
    let (before, after) = queued
    let ring = TestRing(slots: 4, startingAt: start)
    for index in 0..<before { ring.put(Int16(index)) }
    ring.ask(hsw_ring_flush)
    #expect(ring.ask(hsw_ring_queued) == UInt32(before))
    // The producer does not touch the consumer's index: dropped frames keep their slots until the consumer has looked, however many there
    // are.
    if before == 4 { #expect(!ring.put(0)) }
    #expect(ring.count == 0)
    #expect(ring.ask(hsw_ring_queued) == 0)
    var put = 0
    for index in 0..<after where ring.put(Int16(100 + index)) { put += 1 }
    #expect(put == after)
    #expect(ring.count == UInt32(put))
    for index in 0..<put { #expect(ring.take()?.first == Int16(100 + index)) }
    #expect(ring.take() == nil)
    for index in 0..<4 { #expect(ring.put(Int16(index))) }
    #expect(ring.count == 4 && ring.take()?.first == 0, "a flush that was heard of is over")
  }

  /// No value from the other side leads outside the slots, or to more bytes than a slot has.
  @Test func noValueOfAControlBlockLeadsOutside() {
    let odd: [UInt32] = [0, 1, 2, 3, 4, 5, 7, 64, 1 << 16, (1 << 31) - 1, 1 << 31, .max - 4, .max - 1, .max]
    let ring = TestRing(slots: 4)
    func set(_ head: UInt32, _ tail: UInt32, _ flush: UInt32) {
      ring.control.pointee.head = head
      ring.control.pointee.tail = tail
      ring.control.pointee.flush = flush
    }
    for head in odd {
      for tail in odd {
        for flush in odd {
          set(head, tail, flush)
          #expect(ring.ask(hsw_ring_queued) <= 4)
          #expect(ring.put(1) == (head &- tail < 4))
          set(head, tail, flush)
          #expect(ring.count <= 4)
          set(head, tail, flush)
          let isThere = ring.ask { ring in
            guard let slot = hsw_ring_front(ring) else { return false }
            UnsafeMutablePointer(mutating: slot).pointee.bytes = .max
            #expect(hsw_ring_bytes(ring, slot) == hsw_ring_room_bytes(ring))
            hsw_ring_pop(ring)
            return true
          }
          if head &- tail > 4 { #expect(!isThere && ring.control.pointee.tail == head, "nonsense is dropped") }
        }
      }
    }
  }

  @Test func aSleepingConsumerIsWokenOnceAndNoneIsMissed() {
    let ring = TestRing(slots: 4)
    var waking = ring.table
    waking.wake_fd = 99
    #expect(hsw_ring_push(&waking) == 0, "nobody sleeps")
    #expect(hsw_ring_wait(&waking) == 0, "there is a frame: do not sleep")
    #expect(ring.take() != nil)
    #expect(hsw_ring_wait(&waking) == 1)
    #expect(hsw_ring_push(&waking) == 1 && hsw_ring_push(&waking) == 0)
  }

  @Test(arguments: [0, UInt32.max - 1000])
  func twoThreadsLoseNothingAndSeeWholeFrames(start: UInt32) {
    let ring = TestRing(slots: 4, startingAt: start)
    let wrong = Counted()
    let frames: Int16 = 3_000
    sideBySide {
      var next: Int16 = 0
      while next < frames { if ring.put(next) { next += 1 } else { sched_yield() } }
    } _: {
      var expected: Int16 = 0
      while expected < frames {
        guard ring.count > 0, let frame = ring.take() else {
          sched_yield()
          continue
        }
        if frame != Array(repeating: expected, count: 160) { wrong.add() }
        expected += 1
      }
    }
    #expect(ring.count == 0 && wrong.count == 0)
  }

  @Test func aFlushWhileTheOtherSideReadsNeverBringsAnOldFrameBack() {
    let ring = TestRing(slots: 8)
    let wrong = Counted()
    sideBySide {
      for value in Array(0..<Int16(3_000)) + [.max] {
        if value % 7 == 0 { ring.ask(hsw_ring_flush) }
        while !ring.put(value) { sched_yield() }
      }
    } _: {
      var last: Int16 = -1
      while last != .max {
        guard ring.count > 0, let frame = ring.take() else {
          sched_yield()
          continue
        }
        if frame[0] <= last || frame[159] != frame[0] { wrong.add() }
        last = frame[0]
      }
    }
    #expect(wrong.count == 0)
  }
}
