internal import CConformance
internal import Glibc

// The kit's watches over memory, clocks and media threads, where the plugin is.
extension ExecutorProcess {
  // MARK: the memory of the plugin's images

  /// Notes the images before the plugin's.
  package static func beginHeapCount() {
    let begin: @convention(c) () -> Void = hookswitch_heap_begin
    if isUsed { _ = call(address(of: begin)) } else { begin() }
  }

  /// Counts what the plugin's images allocate from now on; returns false where that cannot be counted.
  package static func countHeap() -> Bool {
    let count: @convention(c) () -> CInt = hookswitch_heap_count
    return (isUsed ? CInt(truncatingIfNeeded: call(address(of: count))) : count()) > 0
  }

  /// The memory that the plugin's images have allocated and not freed.
  package static var heapCount: (blocks: Int, bytes: Int, mapped: Int) {
    let use: @convention(c) (UnsafeMutablePointer<hookswitch_heap>?) -> Void = hookswitch_heap_use
    var heap = hookswitch_heap()
    if isUsed { heap = fill(heap, by: use).0 } else { use(&heap) }
    return (Int(truncatingIfNeeded: heap.blocks), Int(truncatingIfNeeded: heap.bytes), Int(truncatingIfNeeded: heap.mapped))
  }

  // MARK: real clocks

  /// Redirects the plugin's reading of real clocks; returns false where that is impossible.
  package static func installClocks() -> Bool {
    let install: @convention(c) () -> CInt = hookswitch_clocks_install
    return (isUsed ? CInt(truncatingIfNeeded: call(address(of: install))) : install()) == 0
  }

  /// Moves the clocks that the plugin reads.
  package static func moveClocks(_ wall: Int64, _ monotonic: Int64, _ boot: Int64) {
    let move: @convention(c) (Int64, Int64, Int64) -> Void = hookswitch_clocks_move
    guard isUsed else { return move(wall, monotonic, boot) }
    _ = call(address(of: move), [wall, monotonic, boot].map { UInt64(bitPattern: $0) })
  }

  /// The number of the plugin's readings of those clocks.
  package static var clockReadings: UInt64 {
    let readings: @convention(c) () -> UInt64 = hookswitch_clocks_readings
    return isUsed ? call(address(of: readings)) : readings()
  }

  // MARK: the media thread

  /// The plugin's function for each tick of its audio.
  typealias Tick = @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void

  /// Redirects the plugin's use of the C library to the watch; returns false where that is impossible.
  ///
  /// Each finding reaches the judge at once, so that the plugin cannot take it back.
  /// - Parameter tick: a function of the plugin, as `reach` returns it.
  package static func installWatch<Function>(_ tick: Function) -> Bool {
    let install: @convention(c) (UnsafeRawPointer?) -> CInt = hookswitch_watch_install
    let original = UnsafeRawPointer(bitPattern: address(of: tick))
    guard isUsed else { return install(original) == 0 }
    let hear: @convention(c) (UnsafePointer<hookswitch_watch_finding>?) -> Void = hookswitch_watch_hear
    let report: @convention(c) ((@convention(c) (UnsafePointer<hookswitch_watch_finding>?) -> Void)?) -> Void = hookswitch_watch_report_to
    _ = call(address(of: report), [UInt64(address(of: lend(hear)))])
    return CInt(truncatingIfNeeded: call(address(of: install), [UInt64(UInt(bitPattern: hookswitch_apart_original(original)))])) == 0
  }

  /// Has the kernel report the system calls of the calling thread's ticks; returns false if it does not.
  static func watchKernel() -> Bool {
    let watch: @convention(c) () -> CInt = hookswitch_watch_kernel
    return (isUsed ? CInt(truncatingIfNeeded: call(address(of: watch))) : watch()) == 0
  }

  /// Runs a tick of the plugin's, watched.
  static func tickWatched(_ tick: @escaping Tick, _ context: UnsafeMutableRawPointer?, _ now: UInt64) {
    guard isUsed else { return hookswitch_watch_tick(tick, context, now) }
    hookswitch_watch_tick_apart(hookswitch_apart_original(UnsafeRawPointer(bitPattern: address(of: tick))), context, now)
  }

  // MARK: the standard output

  /// Leads the standard output and error of the plugin's process into a pipe, and returns their former descriptors there, and the pipe here.
  static func divertOutput() -> (diversion: hookswitch_diversion, drain: OpaquePointer)? {
    let divert: @convention(c) (UnsafeMutablePointer<hookswitch_diversion>?) -> CInt = hookswitch_output_divert
    var diversion = hookswitch_diversion()
    if isUsed {
      let (filled, result) = fill(diversion, by: divert)
      guard CInt(truncatingIfNeeded: result) == 0 else { return nil }
      diversion = filled
    } else {
      guard divert(&diversion) == 0 else { return nil }
    }
    let ends = [diversion.read_end, diversion.write_end].map(copy)
    use(diversion, by: hookswitch_output_settle)
    guard ends.allSatisfy({ $0 >= 0 }), let drain = hookswitch_drain_begin(ends[0], ends[1]) else {
      use(diversion, by: hookswitch_output_restore)
      return nil
    }
    return (diversion, drain)
  }

  /// Gives the output back, and returns what came meanwhile.
  static func restoreOutput(_ diversion: hookswitch_diversion, _ drain: OpaquePointer) -> [UInt8] {
    use(diversion, by: hookswitch_output_restore)
    var count = 0
    guard let bytes = hookswitch_drain_end(drain, &count) else { return [] }
    defer { free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  private static func use(
    _ diversion: hookswitch_diversion, by function: @convention(c) (UnsafePointer<hookswitch_diversion>?) -> Void
  ) {
    var diversion = diversion
    if isUsed { _ = fill(diversion, by: function) } else { function(&diversion) }
  }
}
