internal import CConformance
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The page on which the child notes each plugin function, and which the supervisor reads when the child has died.
///
/// It is shared memory, so its contents survive a crash. Writing allocates nothing and takes no lock. Plugin functions on several threads,
/// and nested ones, take a slot each; the newest slot still taken names the culprit.
// Unchecked because it holds a raw address. The mapping lives as long as the page, and its words are only touched atomically or by the one
// owner of a taken slot.
package final class LastCallPage: @unchecked Sendable {
  /// A place on the page, from `note` until `clear`.
  package struct Slot: Sendable {
    fileprivate let index: Int
    /// The observer's number of the call.
    fileprivate var observation = 0
  }

  /// Looks at the process before and after each plugin function; set it before the plugin is opened, and never while other threads call it.
  package var observer: (any PluginCallObserver)?

  package static let size = 4096
  private static let slots = 31
  private static let slotSize = 128
  private static let longestName = 96

  private let base: UnsafeMutableRawPointer

  /// Maps the page behind the descriptor `file`, which may be closed afterwards; nil when that fails.
  package init?(file: Int32) {
    guard let base = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED else { return nil }
    self.base = base
  }

  /// Makes a page for a test in the current process; nil when there is no memory.
  package init?() {
    let flags = MAP_SHARED | MAP_ANONYMOUS
    guard let base = mmap(nil, Self.size, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED else { return nil }
    self.base = base
  }

  deinit { munmap(base, Self.size) }

  /// Has the page record whose code was running when a signal ends this process.
  package func watchFaults() { hookswitch_fault_watch(faultRecord) }

  /// Keeps the page from processes that this one forks, or gives it to them as usual.
  package func keepFromForks(_ isKept: Bool) { madvise(base, Self.size, isKept ? MADV_DONTFORK : MADV_DOFORK) }

  /// The fault in the kit's own code that ended the process; nil if there was none.
  package var kitFault: KitFault? {
    let record = faultRecord.pointee
    guard record.signal != 0, record.is_kits == 1 else { return nil }
    return KitFault(signal: Int32(bitPattern: record.signal), place: record.place)
  }

  /// Lies between the number of the last call and the first slot.
  private var faultRecord: UnsafeMutablePointer<hookswitch_fault> { (base + 8).assumingMemoryBound(to: hookswitch_fault.self) }

  /// Notes that a plugin function begins, for the `call`-th time (from 1).
  ///
  /// Any thread. Give the slot to `clear` when the function has returned.
  package func note(_ function: StaticString, thread: ThreadTag, call: UInt64) -> Slot {
    let sequence = word(at: 0).pointee.wrappingAdd(1, ordering: .relaxed).newValue
    // Each function begins at a slot of its own, so that a later one seldom overwrites it: see `latest`.
    let first = Int(UInt(bitPattern: function.utf8Start) / 8 % UInt(Self.slots))
    for turn in 0..<Self.slots {
      let index = (first + turn) % Self.slots
      guard take(index, sequence) else { continue }
      let slot = base + Self.offset(index)
      slot.storeBytes(of: sequence, toByteOffset: 8, as: UInt64.self)
      slot.storeBytes(of: call, toByteOffset: 16, as: UInt64.self)
      slot.storeBytes(of: thread.rawValue, toByteOffset: 24, as: UInt8.self)
      let length = min(function.utf8CodeUnitCount, Self.longestName)
      slot.storeBytes(of: UInt8(length), toByteOffset: 25, as: UInt8.self)
      (slot + 26).copyMemory(from: function.utf8Start, byteCount: length)
      return Slot(index: index, observation: observer?.begins(function, thread, call) ?? 0)
    }
    return Slot(index: -1, observation: observer?.begins(function, thread, call) ?? 0)
  }

  /// Notes that the plugin function with this slot has returned.
  package func clear(_ slot: Slot) {
    observer?.returned(slot.observation)
    if slot.index >= 0 { word(at: Self.offset(slot.index)).pointee.store(0, ordering: .releasing) }
  }

  /// The phase of life that the latest change has led to; nil before the first. [any]
  package var phase: Ledger.Phase? {
    get {
      let number = Int(word(at: Self.phaseOffset).pointee.load(ordering: .relaxed))
      return Self.phases.indices.contains(number - 1) ? Self.phases[number - 1] : nil
    }
    set {
      let number = newValue.flatMap { Self.phases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      word(at: Self.phaseOffset).pointee.store(UInt64(number), ordering: .relaxed)
    }
  }

  /// Lies behind the record of a fault, before the first slot.
  private static let phaseOffset = 56
  private static let phases: [Ledger.Phase] = [.created, .initialised, .active, .draining, .dying, .gone]

  /// Runs `body`, a plugin function, with a note of it on the page.
  package func during<Result>(
    _ function: StaticString, thread: ThreadTag, call: UInt64, _ body: () throws -> Result
  ) rethrows -> Result {
    let slot = note(function, thread: thread, call: call)
    defer { clear(slot) }
    return try body()
  }

  /// The latest plugin function that has not returned, or else the latest that has; nil when there was none.
  package var last: LastCall? {
    let calls = (0..<Self.slots).compactMap(read)
    return calls.filter(\.isUnderWay).max { $0.sequence < $1.sequence } ?? calls.max { $0.sequence < $1.sequence }
  }

  /// The latest call of a function that the page still has.
  package func latest(of function: String) -> LastCall? {
    (0..<Self.slots).compactMap(read).filter { $0.function == function }.max { $0.sequence < $1.sequence }
  }

  private func read(_ index: Int) -> LastCall? {
    let slot = base + Self.offset(index)
    let sequence = slot.load(fromByteOffset: 8, as: UInt64.self)
    // The plugin may have written over the page: only contents that `note` could have written count.
    guard sequence != 0, let thread = ThreadTag(rawValue: slot.load(fromByteOffset: 24, as: UInt8.self)) else { return nil }
    let length = min(Int(slot.load(fromByteOffset: 25, as: UInt8.self)), Self.longestName)
    return LastCall(
      function: String(decoding: UnsafeRawBufferPointer(start: slot + 26, count: length), as: UTF8.self), thread: thread,
      ordinal: slot.load(fromByteOffset: 16, as: UInt64.self),
      isUnderWay: word(at: Self.offset(index)).pointee.load(ordering: .acquiring) != 0,
      sequence: sequence, phase: phase)
  }

  private func take(_ index: Int, _ sequence: UInt64) -> Bool {
    word(at: Self.offset(index)).pointee.compareExchange(expected: 0, desired: sequence, ordering: .acquiringAndReleasing).exchanged
  }

  private static func offset(_ index: Int) -> Int { 64 + index * slotSize }

  private func word(at offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}

/// A use of a plugin function, from the last-call page.
package struct LastCall: Hashable, Sendable {
  /// The function's name in the header's groups: `calls.answer`.
  package let function: String
  /// The kind of thread on which it ran.
  package let thread: ThreadTag
  /// The number of this use of the function, from 1.
  package let ordinal: UInt64
  /// True if it had not returned.
  package let isUnderWay: Bool
  /// Orders two of them: the later has the higher number.
  let sequence: UInt64
  /// The phase of the instance's life; nil before it had one.
  package var phase: Ledger.Phase?

  /// The form in reports: `in calls.answer (loop), 3rd call`.
  package var text: String {
    "\(isUnderWay ? "in" : "after") \(function) (\(thread)), \(Self.counted(ordinal)) call"
  }

  /// Returns 1st, 2nd, 3rd, 4th, 11th.
  static func counted(_ number: UInt64) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}

/// A signal in the kit's own code.
package struct KitFault: Hashable, Sendable {
  package var signal: Int32
  /// The offset of the code in the program that holds the kit.
  package var place: UInt64

  /// The place, in the form that `addr2line` takes.
  package var address: String { "0x" + String(place, radix: 16) }
}
