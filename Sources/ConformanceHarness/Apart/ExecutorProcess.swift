internal import CConformance
internal import Glibc
internal import TransportABI

/// The process that has the plugin, while this one has the test and judges; no such process in a test with the plugin inside.
///
/// Without it each function here does the plain thing: it calls, reads and writes in this process.
package enum ExecutorProcess {
  /// Starts the process.
  ///
  /// Call it before the plugin is opened and before the first thread starts.
  /// - Returns: false where the system allows no such process.
  package static func start() -> Bool {
    noteCode()
    return hookswitch_apart_start() == 0
  }

  /// True while the plugin has a process of its own.
  package static var isUsed: Bool { hookswitch_apart_is_judge() != 0 }

  /// Runs `body`, which uses the plugin as if there were no such process.
  package static func leftAside<Result>(_ body: () throws -> Result) rethrows -> Result {
    hookswitch_apart_set_aside(1)
    defer { hookswitch_apart_set_aside(0) }
    return try body()
  }

  /// The folder in /proc of the process that has the plugin.
  package static var folder: String { isUsed ? "/proc/\(hookswitch_apart_process())" : "/proc/self" }

  /// The mappings of that process now.
  package static var memoryMap: MemoryMap { MemoryMap(ofProcess: folder) }

  /// The clock of its processor time; nil without one.
  static var clock: clockid_t? {
    var clock = clockid_t()
    return isUsed && clock_getcpuclockid(hookswitch_apart_process(), &clock) == 0 ? clock : nil
  }

  /// Has the process exit, and returns the failure about code that the plugin has changed, or processes that it has left; nil for neither.
  ///
  /// An end by a signal or with another code than 0 ends this process in the same way.
  package static func finish() -> TestFailure? {
    guard isUsed else { return nil }
    let change = changedCode().map { TestFailure($0, expected: "the plugin changes no code but its own") }
    var end = hookswitch_apart_end()
    hookswitch_apart_finish(&end)
    if end.status != 0 { hookswitch_apart_follow(end.status) }
    guard end.stragglers > 0 else { return change }
    let name = withUnsafeBytes(of: end.straggler) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let left = end.stragglers == 1 ? "a process" : "\(end.stragglers) processes"
    return TestFailure("left \(left) behind (\(name))", expected: "no process of the plugin is left")
  }

  /// The way in which this thread and the plugin's main one take turns.
  package enum Turns: Sendable, Hashable {
    case freely
    /// On one processor, which each leaves to the other before it sleeps.
    case together
    /// Each on a processor of its own, looking for its turn for a moment before it sleeps: no wake at all.
    case eagerly
  }

  /// Has both take turns in that way; those of a share on a processor of their own, as far as there is one for each.
  package static func take(_ turns: Turns, share: TestShare = .whole) {
    let place = share == .whole ? -1 : Int32(clamping: share.index)
    switch turns {
    case .freely: hookswitch_apart_take_turns(HOOKSWITCH_APART_FREELY, place)
    case .together: hookswitch_apart_take_turns(HOOKSWITCH_APART_TOGETHER, place)
    case .eagerly: hookswitch_apart_take_turns(HOOKSWITCH_APART_EAGERLY, place)
    }
  }

  /// Calls a function of the C library, or of the kit, where the plugin is.
  static func call(_ function: UInt, _ words: [UInt64] = []) -> UInt64 { hookswitch_apart_call(function, words, words.count) }

  /// Returns the address of a signal's handler where the plugin is.
  static func handler(of signal: Int32) -> UInt {
    guard isUsed else { return UInt(hookswitch_harness_handler(signal)) }
    let handler: @convention(c) (Int32) -> UInt = hookswitch_harness_handler
    return UInt(call(address(of: handler), [UInt64(signal)]))
  }

  /// Returns the address of a C function.
  static func address<Function>(of function: Function) -> UInt {
    // A C function, the only kind that callers pass, is one word: its address.
    precondition(MemoryLayout<Function>.size == MemoryLayout<UInt>.size, "not a C function")
    return unsafeBitCast(function, to: UInt.self)
  }

  /// Returns a function that calls the plugin's function, where that is in another process.
  static func reach<Function>(_ function: Function) -> Function {
    guard isUsed else { return function }
    let stub = hookswitch_apart_reach(UnsafeRawPointer(bitPattern: address(of: function)))
    // A stub passes all arguments on, so it has the type of the function for which it stands.
    return unsafeBitCast(stub, to: Function.self)
  }

  /// Returns the host's function in a form that the plugin can call, where that is in another process.
  static func lend<Function>(_ function: Function) -> Function {
    guard isUsed else { return function }
    let stub = hookswitch_apart_lend(UnsafeRawPointer(bitPattern: address(of: function)))
    // A stub passes all arguments on, so it has the type of the function for which it stands.
    return unsafeBitCast(stub, to: Function.self)
  }

  /// Lends each function in a struct at the words from byte `first` to byte `end`.
  static func lendAll(_ table: UnsafeMutableRawPointer, from first: Int, to end: Int) {
    for place in stride(from: first, to: end, by: 8) where isUsed {
      let function = table.load(fromByteOffset: place, as: UnsafeRawPointer?.self)
      table.storeBytes(of: hookswitch_apart_lend(function), toByteOffset: place, as: UnsafeMutableRawPointer?.self)
    }
  }

  /// Replaces the plugin's functions in a copy of one of its tables.
  static func reachAll<Table>(_ table: inout Table) {
    guard isUsed, let first = firstFunction(of: Table.self) else { return }
    withUnsafeMutableBytes(of: &table) { bytes in
      for place in stride(from: first, to: bytes.count - bytes.count % 8, by: 8) {
        let function = bytes.load(fromByteOffset: place, as: UnsafeRawPointer?.self)
        bytes.storeBytes(of: hookswitch_apart_reach(function), toByteOffset: place, as: UnsafeMutableRawPointer?.self)
      }
    }
  }

  /// The offset of the first function in a table of the plugin's, behind which there are only functions; nil for other structs.
  private static func firstFunction(of type: Any.Type) -> Int? {
    if type == hsw_entry.self { return MemoryLayout<hsw_entry>.offset(of: \.descriptor) }
    if type == hsw_handover.self { return MemoryLayout<hsw_handover>.offset(of: \.prepare) }
    if type == hsw_instance.self { return MemoryLayout<hsw_instance>.offset(of: \.`init`) }
    let extensions: [Any.Type] = [
      hsw_calls.self, hsw_hold.self, hsw_mute.self, hsw_dtmf.self, hsw_group.self, hsw_transfer.self, hsw_deflect.self, hsw_line.self,
      hsw_config.self, hsw_state.self, hsw_audio.self, hsw_health.self, hsw_diag.self, hsw_test_peer.self,
    ]
    return extensions.contains { $0 == type } ? 8 : nil
  }
}
