import Glibc
import Testing

@testable import TransportLoader

/// The deadline of a first contact, in virtual time.
struct ScanDeadlineTests {
  private let start = ContinuousClock.now

  private func hasPassed(_ deadline: inout ScanDeadline, after milliseconds: Int, delay: Int) -> Bool {
    deadline.hasPassed(at: start + .milliseconds(milliseconds), delay: { .milliseconds(delay) })
  }

  @Test
  func `a process that never waits for a processor has its time-out and no more`() {
    var deadline = ScanDeadline(from: start, milliseconds: 2000)
    #expect(!hasPassed(&deadline, after: 1999, delay: 0))
    #expect(hasPassed(&deadline, after: 2000, delay: 0))
  }

  @Test
  func `time that the process waits for a processor does not count`() {
    var deadline = ScanDeadline(from: start, milliseconds: 2000)
    #expect(!hasPassed(&deadline, after: 2000, delay: 700))
    #expect(!hasPassed(&deadline, after: 2699, delay: 700))
    #expect(!hasPassed(&deadline, after: 2700, delay: 900))
    #expect(hasPassed(&deadline, after: 2900, delay: 900))
  }

  @Test
  func `a process that always waits is late after five times its time-out`() {
    var deadline = ScanDeadline(from: start, milliseconds: 2000)
    #expect(!hasPassed(&deadline, after: 9999, delay: 9999))
    #expect(hasPassed(&deadline, after: 10_000, delay: 10_000))
  }

  @Test
  func `the delay before the deadline is not asked for`() {
    var deadline = ScanDeadline(from: start, milliseconds: 2000)
    let isOver = deadline.hasPassed(at: start) {
      Issue.record("the processes were read")
      return .zero
    }
    #expect(!isOver)
  }

  @Test
  func `the delay of this group is that of its threads, and a group without processes has none`() throws {
    let text = try #require(KernelFile.read("/proc/self/schedstat"), "the kernel has scheduler statistics")
    let own = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int64($0) })
    #expect(ScanDeadline.processorDelay(ofGroup: getpgrp()) >= .nanoseconds(own))
    #expect(ScanDeadline.processorDelay(ofGroup: pid_t.max) == .zero)
  }
}
