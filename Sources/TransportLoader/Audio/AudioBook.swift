/// The unanswered audio orders of an instance, and the calls whose rings it holds.
///
/// A value behind the instance's lock. Every order is answered exactly once, even when the instance goes or hangs.
struct AudioBook: Sendable {
  typealias Completion = @Sendable (AudioAnswer) -> Void

  /// An order that waits for its answer.
  struct Waiting: Sendable {
    var call: CallHandle
    var completion: Completion
  }

  private var waiting: [UInt64: Waiting] = [:]
  private var lastTicket: UInt64 = 0
  private var attached: Set<UInt64> = []
  private var lostRings: Set<UInt64> = []
  private var isOver = false
  /// The instance's clock; nil until the instance is known to have a `tick`.
  var clock: TransportMediaClock?
  /// The memory in which the rings must lie; nil when the instance lives in this process.
  var memory: TransportAudioMemory?

  /// The number of calls whose rings must never be freed, because the instance hangs.
  var lostCount: Int { lostRings.count }

  /// True when no call has rings.
  var isEmpty: Bool { attached.isEmpty }

  /// Records an order and returns its ticket; nil when the instance is gone and cannot answer.
  mutating func book(_ call: CallHandle, _ completion: @escaping Completion) -> UInt64? {
    guard !isOver else { return nil }
    lastTicket += 1
    waiting[lastTicket] = Waiting(call: call, completion: completion)
    return lastTicket
  }

  /// Returns the completion of an order; nil when it was answered already.
  mutating func take(_ ticket: UInt64) -> Completion? { waiting.removeValue(forKey: ticket)?.completion }

  mutating func attach(_ call: CallHandle) { attached.insert(call.rawValue) }
  mutating func detach(_ call: CallHandle) { attached.remove(call.rawValue) }
  func isAttached(_ call: CallHandle) -> Bool { attached.contains(call.rawValue) }

  /// The calls that have rings, the oldest handle first.
  var all: [CallHandle] { attached.sorted().map(CallHandle.init(rawValue:)) }

  /// The answer about a call's rings, now that the instance is gone.
  func fate(of call: CallHandle) -> AudioAnswer { lostRings.contains(call.rawValue) ? .lost : .gone }

  /// Notes that the instance is gone, and returns the unanswered orders.
  ///
  /// An instance that hangs keeps its rings.
  mutating func close(hangs: Bool) -> [Waiting] {
    isOver = true
    clock = nil
    memory = nil
    if hangs { lostRings.formUnion(attached) }
    attached = []
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}

/// The answer to an `AudioOrder`.
enum AudioAnswer: Sendable {
  case formats([TransportAudioFormat])
  case done
  case failed(TransportFault)
  /// The instance is gone and has released everything.
  case gone
  /// The instance hangs, and may still use the rings.
  case lost

  /// The reason why the order failed; nil if it succeeded.
  var fault: TransportFault? {
    switch self {
    case .formats, .done: nil
    case .failed(let fault): fault
    case .gone: .notRunning
    case .lost: TransportFault(.timedOut, "it hangs")
    }
  }
}
