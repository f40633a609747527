internal import CConformance
internal import Glibc
internal import Locking

// The kit's instruments in C, where the plugin is: they run there on the thread that stands for the calling one.
extension ExecutorProcess {
  /// Blocks of shared memory that are free, by their length.
  private static let rooms = Locked<[Int: [UInt]]>([:])

  /// Runs `body` with memory of `count` bytes, whose contents are anything, and which the plugin's process shares.
  static func withRoom<Result>(_ count: Int, _ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
    guard isUsed else { return try withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { try body($0.baseAddress!) } }
    let length = (count + 4095) / 4096 * 4096
    let free = rooms.withLock { $0[length]?.popLast() }
    let room = free.flatMap { UnsafeMutableRawPointer(bitPattern: $0) } ?? newRoom(length)
    defer { rooms.withLock { $0[length, default: []].append(UInt(bitPattern: room)) } }
    return try body(room)
  }

  private static func newRoom(_ length: Int) -> UnsafeMutableRawPointer {
    guard let room = hookswitch_apart_reserve(length) else { fatalError("no shared memory") }
    hookswitch_apart_protect(room, length, PROT_READ | PROT_WRITE)
    return room
  }

  /// Has a C function fill in a struct, and returns its copy here with the function's result.
  static func fill<Struct, Function>(_ empty: Struct, by function: Function, _ more: [UInt64] = []) -> (Struct, UInt64) {
    withRoom(MemoryLayout<Struct>.size) { room in
      room.storeBytes(of: empty, as: Struct.self)
      let result = call(address(of: function), [UInt64(UInt(bitPattern: room))] + more)
      return (UnsafeRawPointer(room).loadUnaligned(as: Struct.self), result)
    }
  }

  /// Takes a sample of the process and of the calling thread.
  static func takeSurroundings(_ sample: UnsafeMutablePointer<hookswitch_surroundings>) {
    guard isUsed else { return hookswitch_surroundings_take(sample) }
    let take: @convention(c) (UnsafeMutablePointer<hookswitch_surroundings>?) -> Void = hookswitch_surroundings_take
    withRoom(MemoryLayout<hookswitch_surroundings>.size) { room in
      _ = call(address(of: take), [UInt64(UInt(bitPattern: room))])
      UnsafeMutableRawPointer(sample).copyMemory(from: room, byteCount: MemoryLayout<hookswitch_surroundings>.size)
    }
    // The plugin's process wrote these numbers.
    sample.pointee.count = min(sample.pointee.count, UInt32(HOOKSWITCH_SURROUNDINGS_VALUES))
    sample.pointee.text_bytes = min(sample.pointee.text_bytes, UInt32(HOOKSWITCH_SURROUNDINGS_TEXT))
  }

  // MARK: descriptors

  static func beginCanaries() {
    let begin: @convention(c) () -> Void = hookswitch_canaries_begin
    if isUsed { _ = call(address(of: begin)) } else { begin() }
  }

  static func plantCanaries() {
    let plant: @convention(c) () -> Void = hookswitch_canaries_plant
    if isUsed { _ = call(address(of: plant)) } else { plant() }
  }

  static func endCanaries() {
    let end: @convention(c) () -> Void = hookswitch_canaries_end
    if isUsed { _ = call(address(of: end)) } else { end() }
  }

  /// Returns the next descriptor that is not as the kit left it.
  static func nextCanaryLoss() -> hookswitch_canary_loss? {
    var loss = hookswitch_canary_loss()
    guard isUsed else { return hookswitch_canaries_check(&loss) != 0 ? loss : nil }
    let check: @convention(c) (UnsafeMutablePointer<hookswitch_canary_loss>?) -> Int32 = hookswitch_canaries_check
    let (found, result) = fill(loss, by: check)
    return UInt32(truncatingIfNeeded: result) != 0 ? found : nil
  }

  /// Returns the flags of a descriptor, or -1.
  package static func flags(of descriptor: CInt) -> CInt {
    guard isUsed else { return fcntl(descriptor, F_GETFD) }
    return CInt(truncatingIfNeeded: call(hookswitch_apart_flags_function(), [UInt64(UInt32(bitPattern: descriptor))]))
  }

  // MARK: memory

  /// The bytes of the heap in use, where the plugin is.
  package static var heapInUse: Int {
    let inUse: @convention(c) () -> Int = hookswitch_harness_heap_in_use
    return isUsed ? Int(call(address(of: inUse))) : inUse()
  }

  /// Redirects the plugin's use of the heap, so that dead memory shows.
  package static func poisonHeap() {
    let poison: @convention(c) () -> Int32 = hookswitch_poison_heap
    if isUsed { _ = call(address(of: poison)) } else { _ = poison() }
  }

  /// Overwrites the unused part of the stack on which the plugin's functions ran.
  package static func scrubStack() {
    let scrub: @convention(c) () -> Void = hookswitch_scrub_stack
    if isUsed { _ = call(address(of: scrub)) } else { scrub() }
  }

  /// Lets the host's functions scrub on the calling thread, or not.
  package static func scrubsThread(_ on: Bool) {
    let scrub: @convention(c) (Int32) -> Void = hookswitch_scrub_this_thread
    if isUsed { _ = call(address(of: scrub), [on ? 1 : 0]) } else { scrub(on ? 1 : 0) }
  }

  /// Has functions scrub the stack before they read what the plugin gave them.
  static func scrubBefore(_ functions: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ count: Int32) {
    let scrub: @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?, Int32) -> Void = hookswitch_scrub_before
    guard isUsed else { return scrub(functions, count) }
    _ = call(address(of: scrub), [UInt64(UInt(bitPattern: functions)), UInt64(count)])
  }

  /// Returns the address that a name has for all code in the plugin's process; 0 for none.
  package static func globalSymbol(_ name: String) -> UInt {
    guard isUsed else { return UInt(bitPattern: dlsym(nil, name)) }
    let find: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeMutableRawPointer? = dlsym
    let bytes = Array(name.utf8.prefix(4000)) + [0]
    return withRoom(4096) { room in
      room.copyMemory(from: bytes, byteCount: bytes.count)
      return UInt(call(address(of: find), [0, UInt64(UInt(bitPattern: room))]))
    }
  }
}
