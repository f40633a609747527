import Dispatch
import Glibc
import Locking
import Testing
import TransportABI

@testable import TransportLoader

/// The two rings of one call, at 8 kHz, in memory that a runner shares.
///
/// `@unchecked Sendable`: the tables are constants, and only the atomics of ring.h access the memory.
struct SharedSound: @unchecked Sendable {
  static let bytes = 2 * (MemoryLayout<hsw_ring_ctl>.size + 4 * 336)

  let toNet: hsw_ring
  let fromNet: hsw_ring
  private let region: TransportAudioMemory.Region

  /// Lays the rings out at a place of a region.
  init(_ region: TransportAudioMemory.Region, place: Int = 0) {
    self.region = region
    let start = region.start + place * Self.bytes
    toNet = Self.ring(start)
    fromNet = Self.ring(start + Self.bytes / 2)
  }

  var rings: TransportRings { TransportRings(toNet: toNet, fromNet: fromNet) }

  private static func ring(_ start: UnsafeMutableRawPointer) -> hsw_ring {
    var ring = hsw_ring()
    ring.size = UInt32(MemoryLayout<hsw_ring>.size)
    (ring.n_slots, ring.slot_bytes, ring.wake_fd) = (4, 336, -1)
    ring.ctl = start.assumingMemoryBound(to: hsw_ring_ctl.self)
    ring.slots = (start + MemoryLayout<hsw_ring_ctl>.size).assumingMemoryBound(to: UInt8.self)
    return ring
  }

  /// Sends a frame of one value, and returns the frame that comes back; nil when none comes in ten seconds.
  func echo(_ value: Int16) -> [Int16]? { put(value) ? take() : nil }

  /// Sends a frame of one value; false when the ring is full.
  func put(_ value: Int16) -> Bool {
    var ring = toNet
    guard let slot = hsw_ring_room(&ring) else { return false }
    UnsafeMutableRawPointer(slot + 1).assumingMemoryBound(to: Int16.self).update(repeating: value, count: 160)
    slot.pointee.bytes = 320
    _ = hsw_ring_push(&ring)
    return true
  }

  /// The number of frames of the far end that wait.
  var waiting: UInt32 {
    var ring = fromNet
    return UInt32(hsw_ring_count(&ring))
  }

  /// Waits for a frame of the far end; nil when none comes in ten seconds.
  func take() -> [Int16]? {
    var ring = fromNet
    let limit = ContinuousClock.now + .seconds(10)
    while hsw_ring_count(&ring) == 0 {
      guard ContinuousClock.now < limit else { return nil }
      sched_yield()
    }
    guard let slot = hsw_ring_front(&ring) else { return nil }
    defer { hsw_ring_pop(&ring) }
    let samples = UnsafeRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
    return (0..<Int(hsw_ring_bytes(&ring, slot)) / 2).map { samples[$0] }
  }
}

// Audio requests that wait for their answers.
extension IsolatedStage {
  func answer<Answer: Sendable>(_ ask: (@escaping @Sendable (Answer) -> Void) -> Void) -> Answer? {
    let slot = Locked<[Answer]>([])
    let done = DispatchSemaphore(value: 0)
    ask { answer in
      slot.withLock { $0.append(answer) }
      done.signal()
    }
    #expect(done.wait(timeout: .now() + 20) == .success, "an answer comes, whatever happens")
    return slot.withLock { $0.first }
  }

  /// The rates that a call offers.
  func formats(of call: CallHandle) -> [UInt32] {
    answer { answer in instance.audioFormats(of: call) { answer($0.map(\.rate)) } } ?? []
  }

  /// Attaches a call's audio at 8 kHz; nil on success.
  func attach(_ call: CallHandle, _ rings: TransportRings) -> TransportFault? {
    guard let format = TransportAudioFormat(rate: 8000) else { return TransportFault(code: -1) }
    return answer { answer in instance.attach(call, format, rings) { answer($0) } } ?? nil
  }

  /// Detaches a call's audio, and returns the state of the rings.
  func detach(_ call: CallHandle) -> RingFate? { answer { answer in instance.detach(call) { answer($0) } } }

  /// A new region of the runner's memory, with the audio on.
  func region() throws -> TransportAudioMemory.Region {
    let memory = try #require(instance.audioMemory)
    memory.setGrid(0)
    return try memory.addRegion(bytes: SharedSound.bytes)
  }

  /// A call that is active.
  func connected(_ handle: String = "5550100") -> CallHandle {
    let (_, call) = dial(handle)
    #expect(recorder.wait { $0.contains { $0.text == "active" } })
    return call
  }

  /// The mappings of audio regions in this process.
  static func regionCount() -> Int {
    var buffer = [UInt8]()
    let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    defer { Glibc.close(file) }
    var page = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(file, &page, page.count), count > 0 { buffer += page.prefix(count) }
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").count { $0.contains("memfd:hookswitch-audio") }
  }
}
