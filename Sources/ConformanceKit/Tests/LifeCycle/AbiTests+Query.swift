internal import ConformanceHarness
internal import Glibc
internal import TransportABI

// The plugin's answer to a query, before any other use of it.
extension AbiTests {
  static func exact(_ run: TestRun) throws {
    let answer = try run.entry().ask(run.arena)
    guard answer.status == HSW_OK else {
      throw TestFailure("hookswitch_transport_query answered \(StatusName.of(answer.status)) to a host of version 1.0")
    }
    guard answer.query.chosen_major == 1, answer.query.chosen_minor == 0 else {
      throw TestFailure("hookswitch_transport_query chose \(answer.version), and the host speaks 1.0 only")
    }
    guard answer.query.entry != nil else { throw TestFailure("hookswitch_transport_query answered HSW_OK and left `entry` NULL") }
  }

  static func range(_ run: TestRun) throws {
    let entry = try run.entry()
    for (lowest, highest, minor) in [(UInt32(1), UInt32(2), UInt32(3)), (1, 1, 7), (2, 2, 0), (2, 3, 0)] {
      let answer = entry.ask(run.arena, from: lowest, to: highest, minor: minor)
      let host = "a host of \(lowest).x to \(highest).\(minor)"
      if answer.status == HSW_E_VERSION, lowest > 1 { continue }
      guard answer.status == HSW_OK else {
        throw TestFailure("hookswitch_transport_query answered \(StatusName.of(answer.status)) to \(host)")
      }
      let chosen = answer.query.chosen_major
      guard (lowest...highest).contains(chosen), chosen != highest || answer.query.chosen_minor <= minor else {
        throw TestFailure("hookswitch_transport_query chose \(answer.version) for \(host)")
      }
    }
  }

  static func refuseNew(_ run: TestRun) throws {
    let answer = try run.entry().ask(run.arena, from: 99, to: 99)
    guard answer.status == HSW_E_VERSION else {
      throw TestFailure(
        "hookswitch_transport_query answered \(StatusName.of(answer.status)) to a host that speaks only 99, should be HSW_E_VERSION")
    }
    guard answer.query.entry == nil else { throw TestFailure("hookswitch_transport_query refused and set `entry`") }
    guard let reason = answer.reason, !reason.isEmpty else { throw TestFailure("hookswitch_transport_query refused without a `reason`") }
    guard reason.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw TestFailure("the `reason` of hookswitch_transport_query is not one line: \(reason.debugDescription)")
    }
  }

  static func refuseMagic(_ run: TestRun) throws {
    let entry = try run.entry()
    let size = MemoryLayout<hsw_query>.size
    let lender = Lender(run.arena, .exact)
    let memory = lender.raw(size)
    for magic: UInt32 in [0, 0x3157_5349, 0x4853_5731, .max] {
      memset(memory, 0, size)
      memory.storeBytes(of: UInt32(size), as: UInt32.self)
      memory.storeBytes(of: magic, toByteOffset: 4, as: UInt32.self)
      memory.storeBytes(of: 1, toByteOffset: 8, as: UInt32.self)
      memory.storeBytes(of: 1, toByteOffset: 12, as: UInt32.self)
      let before = [UInt8](UnsafeRawBufferPointer(start: memory, count: size))
      let status = entry.call(memory.assumingMemoryBound(to: hsw_query.self))
      guard status == HSW_E_INVAL else {
        throw TestFailure(
          "hookswitch_transport_query answered \(StatusName.of(status)) to the magic 0x\(String(magic, radix: 16)), should be HSW_E_INVAL")
      }
      guard before == [UInt8](UnsafeRawBufferPointer(start: memory, count: size)) else {
        throw TestFailure("hookswitch_transport_query wrote into a query with a wrong magic")
      }
    }
    let status = entry.call(nil)
    guard status == HSW_E_INVAL else {
      throw TestFailure("hookswitch_transport_query answered \(StatusName.of(status)) to NULL, should be HSW_E_INVAL")
    }
  }

  static func smallQuery(_ run: TestRun) throws {
    let entry = try run.entry()
    let lender = Lender(run.arena, .exact)
    for size in stride(from: 4, to: MemoryLayout<hsw_query>.size, by: 4) {
      let memory = lender.raw(size)
      memory.storeBytes(of: UInt32(size), as: UInt32.self)
      if size >= 8 { memory.storeBytes(of: UInt32(HSW_MAGIC), toByteOffset: 4, as: UInt32.self) }
      if size >= 16 {
        memory.storeBytes(of: 1, toByteOffset: 8, as: UInt32.self)
        memory.storeBytes(of: 1, toByteOffset: 12, as: UInt32.self)
      }
      let status = entry.call(memory.assumingMemoryBound(to: hsw_query.self))
      guard status == HSW_E_INVAL else {
        throw TestFailure("hookswitch_transport_query answered \(StatusName.of(status)) to a query of \(size) bytes, should be HSW_E_INVAL")
      }
    }
  }
}
