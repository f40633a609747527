import CallMixing
import Dispatch
import Locking
import TransportABI
import TransportLoader

/// Calls with audio to the mock PSTN's echo, to measure the cost of a tick for all of them.
final class SoundTraffic {
  private let instance: TransportInstance
  private let arena: UnsafeMutableRawPointer
  private var rings: [TransportRings] = []

  /// Starts so many calls and attaches their audio.
  ///
  /// - Throws: An error when a call has no audio.
  init(calls: Int) throws {
    var catalog = TransportCatalog(searching: .standard())
    catalog.meet(.standard(), only: "org.hookswitch.mock-pstn")
    guard let candidate = catalog.usable(id: "org.hookswitch.mock-pstn") else { throw TrafficError("the mock PSTN is not found") }
    let ready = DispatchSemaphore(value: 0)
    instance = try TransportInstance(LoadedTransport(candidate), sink: ReadySink(ready))
    let bytes = Int(AudioRing.slotBytes(.narrowband) * AudioRing.slots)
    arena = .allocate(byteCount: calls * 2 * (bytes + 128), alignment: 64)
    arena.initializeMemory(as: UInt8.self, repeating: 0, count: calls * 2 * (bytes + 128))
    instance.begin()
    ready.wait()
    for number in 0..<calls { try connect(number, bytes, ready) }
  }

  deinit { arena.deallocate() }

  /// Passes so many frames with audio on every call; returns the nanoseconds of each tick.
  func tick(_ count: Int) -> [Int64] {
    guard let clock = instance.mediaClock else { return [] }
    return (0..<count).map { frame in
      for ring in rings { speak(ring, frame) }
      let start = Stopwatch.nanoseconds
      clock.tick(at: UInt64(start))
      return Stopwatch.nanoseconds - start
    }
  }

  /// Closes the instance.
  func finish() {
    instance.close()
  }

  private func connect(_ number: Int, _ bytes: Int, _ ready: DispatchSemaphore) throws {
    var info = TransportCallInfo()
    info.handleKind = "tel"
    info.handle = "5550120"
    let (_, call) = instance.request(.start(to: info), deadlineMilliseconds: 1_000)
    guard let format = TransportAudioFormat(rate: 8_000) else { return }
    let rings = TransportRings(toNet: ring(2 * number, bytes), fromNet: ring(2 * number + 1, bytes))
    let fault = Locked<TransportFault?>(nil)
    let done = DispatchSemaphore(value: 0)
    instance.attach(call, format, rings) { problem in
      fault.withLock { $0 = problem }
      done.signal()
    }
    done.wait()
    if let problem = fault.withLock({ $0 }) { throw TrafficError("the sound of a call was not connected: \(problem)") }
    self.rings.append(rings)
  }

  private func ring(_ number: Int, _ bytes: Int) -> hsw_ring {
    let place = arena + number * (bytes + 128)
    var ring = hsw_ring()
    ring.size = UInt32(MemoryLayout<hsw_ring>.size)
    ring.n_slots = AudioRing.slots
    ring.slot_bytes = AudioRing.slotBytes(.narrowband)
    ring.wake_fd = -1
    ring.ctl = place.assumingMemoryBound(to: hsw_ring_ctl.self)
    ring.slots = (place + 128).assumingMemoryBound(to: UInt8.self)
    return ring
  }

  private func speak(_ rings: TransportRings, _ frame: Int) {
    withUnsafePointer(to: rings.toNet) { ring in
      guard let slot = hsw_ring_room(ring) else { return }
      let samples = UnsafeMutableRawPointer(slot + 1).assumingMemoryBound(to: Int16.self)
      for index in 0..<160 { samples[index] = Int16(truncatingIfNeeded: (index &* 2_621 &+ frame &* 977) & 0x1fff) }
      slot.pointee.bytes = 320
      slot.pointee.flags = 0
      _ = hsw_ring_push(ring)
    }
    withUnsafePointer(to: rings.fromNet) { ring in
      while hsw_ring_count(ring) > 0, hsw_ring_front(ring) != nil { hsw_ring_pop(ring) }
    }
  }
}
