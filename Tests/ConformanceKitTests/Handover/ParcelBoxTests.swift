import Foundation
import Testing
import TransportABI

@testable import ConformanceHarness

@Suite("The kit's parcel of a handover")
struct ParcelBoxTests {
  private let box = ParcelBox(VirtualLoop())

  private func writing<Result>(_ body: (hsw_parcel) -> Result) -> Result {
    box.lentForWriting(by: Lender(GuardedArena(), .usual)) { body($0.pointee) }
  }

  private func reading<Result>(_ box: ParcelBox, _ body: (hsw_parcel) -> Result) -> Result {
    box.lentForReading(by: Lender(GuardedArena(), .usual)) { body($0.pointee) }
  }

  private func write(_ count: Int) -> Int64 {
    let bytes = [UInt8](repeating: 7, count: count)
    return writing { $0.write?($0.ctx, bytes, count) ?? 0 }
  }

  @Test("takes and gives as many bytes at a time as it is told")
  func portions() throws {
    box.portion = 3
    #expect(write(5) == 3 && write(2) == 2 && box.bytes.count == 5)
    var room = [UInt8](repeating: 0, count: 8)
    var counts: [Int64] = []
    for _ in 0..<3 { counts.append(reading(box) { $0.read?($0.ctx, &room, 8) ?? -1 }) }
    #expect(counts == [3, 2, 0])
    try box.requireProperUse()
  }

  @Test("stops at its limit, and refuses more than a parcel may have")
  func limits() {
    box.limit = 4
    #expect(write(6) == 4 && write(1) == Int64(HSW_E_FAIL))
    box.limit = .max
    #expect(write(Int(HSW_PARCEL_MAX)) == Int64(HSW_E_RANGE))
  }

  @Test("duplicates descriptors, close-on-exec, and gives each of them once")
  func descriptors() throws {
    let file = open("/dev/null", O_RDONLY)
    #expect(writing { $0.put_fd?($0.ctx, file) } == 0 && writing { $0.put_fd?($0.ctx, file) } == 1)
    close(file)
    #expect(writing { $0.put_fd?($0.ctx, file) } == HSW_E_INVAL)
    let taken = reading(box) { $0.take_fd?($0.ctx, 1) ?? -1 }
    #expect(taken >= 0 && fcntl(taken, F_GETFD) & FD_CLOEXEC != 0)
    close(taken)
    #expect(reading(box) { $0.take_fd?($0.ctx, 1) } == HSW_E_STALE && reading(box) { $0.take_fd?($0.ctx, 2) } == HSW_E_RANGE)
    #expect(box.copy(bytes: [], descriptors: 1).count == 1 && box.copy(bytes: [1]).count == 2)
    box.cut(bytes: 0, descriptors: 1)
    #expect(box.count == 1)
  }

  @Test("offers an old instance only what writes, and a new one only what reads")
  func tables() {
    writing { #expect($0.write != nil && $0.put_fd != nil && $0.read == nil && $0.take_fd == nil) }
    reading(box) { #expect($0.write == nil && $0.put_fd == nil && $0.read != nil && $0.take_fd != nil) }
    #expect(writing { $0.size } == UInt32(MemoryLayout<hsw_parcel>.size))
    let links = (old: writing { $0.link }, new: reading(box) { $0.link })
    #expect(send(links.old, "hi", 2, 0) == 2 && recv(links.new, UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 1), 8, 0) == 2)
  }

  @Test("notes a use after its function has returned, and a link that the plugin has closed")
  func misuse() {
    let kept = writing { $0 }
    #expect(kept.write?(kept.ctx, "x", 1) == Int64(HSW_E_INVAL))
    #expect(throws: TestFailure("hsw_parcel.write was called after the function that got the parcel had returned")) {
      try box.requireProperUse()
    }
    let other = ParcelBox(VirtualLoop())
    let link = reading(other) { $0.link }
    let spare = dup(link)
    close(link)
    #expect(throws: TestFailure.self) { try other.requireProperUse() }
    // The box closes this number itself.
    _ = fcntl(spare, F_DUPFD, link)
    close(spare)
  }
}
