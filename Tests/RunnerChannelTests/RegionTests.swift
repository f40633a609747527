internal import CLinux
internal import CRunnerChannel
internal import Glibc
internal import Testing

@testable internal import RunnerChannel

/// The memory that both processes map for audio, and the bytes that one of them hands to the other.
struct RegionTests {
  /// The seals of a memory, and the request to add them.
  private enum Seal {
    static let add: CInt = 1033
    static let all: [(CInt, String)] = [(2, "SHRINK"), (4, "GROW"), (8, "WRITE")]
  }

  @Test func bothSidesSeeOneRegionOfZeros() throws {
    let made = try SharedRegion.make()
    let other = try SharedRegion(descriptor: made.descriptor)
    close(made.descriptor)
    let bytes = UnsafeRawBufferPointer(start: other.start, count: SharedRegion.bytes)
    #expect(bytes.allSatisfy { $0 == 0 })
    (made.region.start + SharedRegion.bytes - 8).storeBytes(of: 77, as: UInt64.self)
    #expect((other.start + SharedRegion.bytes - 8).load(as: UInt64.self) == 77)
  }

  @Test func nobodyCanChangeTheSizeOfARegion() throws {
    let (_, descriptor) = try SharedRegion.make()
    defer { close(descriptor) }
    #expect(ftruncate(descriptor, 0) != 0 && ftruncate(descriptor, 1 << 22) != 0)
    #expect(fcntl(descriptor, Seal.add, 8 as CInt) != 0, "nor add a seal that ends the writing")
  }

  private static let odd: [(size: Int, seals: CInt)] = [(0, 6), ((2 << 20) - 1, 6), ((2 << 20) + 4096, 6), (2 << 20, 0), (2 << 20, 4)]

  @Test(arguments: odd)
  func aMemoryOfAnotherSizeOrThatCanBeCutShortIsNoRegion(size: Int, seals: CInt) {
    let descriptor = hookswitch_make_memory("odd", 1 | 2)
    defer { close(descriptor) }
    #expect(ftruncate(descriptor, size) == 0 && fcntl(descriptor, Seal.add, seals) == 0)
    #expect(throws: SharedRegion.Failure(code: EINVAL)) { try SharedRegion(descriptor: descriptor) }
  }

  @Test(arguments: [0, 1, 4096, 1 << 20, Blob.limit])
  func bytesArriveAsTheyWere(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let descriptor = try #require(Blob.make(bytes))
    defer { close(descriptor) }
    #expect(Blob.read(descriptor, count: UInt64(count)) == bytes)
    #expect(Blob.read(descriptor, count: UInt64(count) + 1) == nil && Blob.read(descriptor, count: .max) == nil)
    #expect(count == 0 || Blob.read(descriptor, count: UInt64(count) - 1) == nil)
    var byte: UInt8 = 1
    #expect(write(descriptor, &byte, 1) < 0 && ftruncate(descriptor, 0) != 0 || count == 0)
    #expect(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) == MAP_FAILED)
  }

  @Test func moreThanSixteenMegabytesAreNoBlob() {
    #expect(Blob.make([UInt8](repeating: 0, count: Blob.limit + 1)) == nil)
  }

  @Test func bytesThatCanStillBeChangedAreRefused() {
    // Every set of seals but the whole one.
    for seals in 0..<(1 << Seal.all.count) - 1 {
      let descriptor = hookswitch_make_memory("open", 1 | 2)
      defer { close(descriptor) }
      var byte: UInt8 = 1
      #expect(write(descriptor, &byte, 1) == 1)
      for (place, seal) in Seal.all.enumerated() where seals & 1 << place != 0 { #expect(fcntl(descriptor, Seal.add, seal.0) == 0) }
      #expect(Blob.read(descriptor, count: 1) == nil, "seals \(seals)")
    }
    #expect(Blob.read(STDERR_FILENO, count: 0) == nil && Blob.read(-1, count: 0) == nil)
  }
}
