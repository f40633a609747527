internal import CConformance

/// Memory at an address from the plugin, which may be invalid, or lie in the plugin's own process.
enum ForeignMemory {
  /// Copies bytes from there; a fault counts as the plugin's.
  static func copy(_ start: UnsafeRawPointer, into room: UnsafeMutableRawBufferPointer) {
    guard let base = room.baseAddress, room.count > 0 else { return }
    guard ExecutorProcess.isUsed else { return reading { base.copyMemory(from: start, byteCount: room.count) } }
    guard hookswitch_apart_read(base, start, room.count) == 0 else {
      hookswitch_fault_blame_plugin("the plugin gave an address of \(room.count) bytes at which there is no memory")
    }
  }

  /// Returns a copy of `count` bytes.
  static func bytes(_ start: UnsafeRawPointer, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { room, filled in
      copy(start, into: UnsafeMutableRawBufferPointer(start: room.baseAddress, count: max(0, count)))
      filled = max(0, count)
    }
  }

  /// Returns a copy of the value there, of a type without references.
  static func load<Value>(_ start: UnsafeRawPointer, as type: Value.Type) -> Value {
    withUnsafeTemporaryAllocation(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment) { room in
      copy(start, into: room)
      return UnsafeRawBufferPointer(room).load(as: Value.self)
    }
  }

  /// Returns the number of bytes from there to the end of the page.
  static func leftOnPage(_ start: UnsafeRawPointer) -> Int { 4096 - Int(UInt(bitPattern: start) % 4096) }

  /// Returns a C string, of at most `limit` bytes.
  static func characters(_ start: UnsafePointer<CChar>, limit: Int = 4096) -> String {
    guard ExecutorProcess.isUsed else { return reading { String(cString: start) } }
    var text: [UInt8] = []
    while text.count < limit {
      // Up to the end of a page, behind which there may be no memory.
      let portion = min(limit - text.count, 256, leftOnPage(UnsafeRawPointer(start + text.count)))
      let next = bytes(UnsafeRawPointer(start + text.count), portion)
      text += next.prefix { $0 != 0 }
      if next.contains(0) { break }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes bytes to memory that the plugin offers.
  static func write(_ bytes: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    guard ExecutorProcess.isUsed else { return reading { start.copyMemory(from: base, byteCount: bytes.count) } }
    guard hookswitch_apart_write(start, base, bytes.count) == 0 else {
      hookswitch_fault_blame_plugin("the plugin gave an address of \(bytes.count) bytes at which there is no memory")
    }
  }

  /// Runs `body`, which reads such memory of this process; a fault meanwhile counts as the plugin's.
  static func reading<Result>(_ body: () -> Result) -> Result {
    hookswitch_fault_begin_reading()
    defer { hookswitch_fault_end_reading() }
    return body()
  }
}
