#if HOOKSWITCH_SIP
  import CRTPMedia
  import Glibc
  import TransportABI

  /// The measured ends of the calls, together with the host's part: a frame into each ring and one out of it, every 20 ms.
  final class RTPTraffic {
    private static let slots: UInt32 = 4
    private static let slotBytes: UInt32 = 16 + 320

    private var sessions: [OpaquePointer] = []
    private var rings: [(toNet: hsw_ring, fromNet: hsw_ring)] = []
    private let memory: UnsafeMutableRawPointer
    private let controls: UnsafeMutablePointer<hsw_ring_ctl>

    /// Opens and configures a call to each port.
    init(_ engine: OpaquePointer, to far: [UInt16]) throws {
      let bytes = far.count * 2 * Int(Self.slots * Self.slotBytes)
      memory = .allocate(byteCount: bytes, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
      controls = .allocate(capacity: far.count * 2)
      controls.initialize(repeating: hsw_ring_ctl(), count: far.count * 2)
      for (number, port) in far.enumerated() {
        guard let session = crtp_open(engine, "127.0.0.1", 20_000, 59_999, UInt64(number)) else {
          throw TrafficError("there are ports for only \(number) calls of \(far.count): raise the limit of open files")
        }
        sessions.append(session)
        var (toNet, fromNet) = (ring(2 * number), ring(2 * number + 1))
        rings.append((toNet, fromNet))
        crtp_attach(session, &toNet, &fromNet)
        var settings = crtp_settings()
        settings.port = port
        settings.control_port = port
        settings.directions = UInt8(CRTP_SENDS | CRTP_HEARS)
        settings.is_symmetric = 1
        let isTaken = "127.0.0.1".withCString { address in
          settings.address = address
          return crtp_configure(session, &settings) == 0
        }
        guard isTaken else { throw TrafficError("a call's sound was refused") }
      }
    }

    deinit {
      for session in sessions { crtp_close(session) }
      memory.deallocate()
      controls.deallocate()
    }

    var ports: [UInt16] { sessions.map { crtp_port($0) } }

    /// Plays the host for so many seconds.
    func carry(seconds: Int) {
      var due = Stopwatch.nanoseconds
      for _ in 0..<seconds * 50 {
        for (toNet, fromNet) in rings { pass(toNet, fromNet) }
        due += 20_000_000
        let left = due - Stopwatch.nanoseconds
        if left > 0 { Stopwatch.sleep(nanoseconds: left) }
      }
    }

    /// Ends the calls; returns how many lost nothing and had nothing late, and the totals of late and lost packets.
    func finish() -> (wholeCalls: Int, late: Int, lost: Int) {
      var (whole, late, lost) = (0, 0, 0)
      for session in sessions {
        var seen = crtp_statistics()
        crtp_measure(session, &seen)
        late += Int(seen.late)
        lost += Int(seen.lost)
        if seen.late == 0, seen.lost == 0, seen.packets_heard > 0 { whole += 1 }
        crtp_close(session)
      }
      sessions = []
      return (whole, late, lost)
    }

    private func ring(_ index: Int) -> hsw_ring {
      var ring = hsw_ring()
      ring.size = UInt32(MemoryLayout<hsw_ring>.size)
      ring.n_slots = Self.slots
      ring.slot_bytes = Self.slotBytes
      ring.wake_fd = -1
      ring.ctl = controls + index
      ring.slots = (memory + index * Int(Self.slots * Self.slotBytes)).assumingMemoryBound(to: UInt8.self)
      return ring
    }

    private func pass(_ toNet: hsw_ring, _ fromNet: hsw_ring) {
      var (toNet, fromNet) = (toNet, fromNet)
      if let slot = hsw_ring_room(&toNet) {
        slot.pointee.bytes = 320
        slot.pointee.flags = 0
        memset(UnsafeMutableRawPointer(slot) + 16, 0x11, 320)
        _ = hsw_ring_push(&toNet)
      }
      while hsw_ring_count(&fromNet) > 0, hsw_ring_front(&fromNet) != nil { hsw_ring_pop(&fromNet) }
    }
  }
#endif
