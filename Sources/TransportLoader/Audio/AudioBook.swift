/// What was asked about an instance's audio and is not answered yet, and whose rings it holds.
///
/// A value behind the instance's lock. Every order is answered exactly once, whatever becomes of the instance.
struct AudioBook: Sendable {
  typealias Completion = @Sendable (AudioAnswer) -> Void

  /// Who waits for an answer, and about which call.
  struct Waiting: Sendable {
    var call: CallHandle
    var completion: Completion
  }

  private var waiting: [UInt64: Waiting] = [:]
  private var lastTicket: UInt64 = 0
  private var attached: Set<UInt64> = []
  private var lostRings: Set<UInt64> = []
  private var isOver = false
  /// The instance's clock, once it is known to want one.
  var clock: TransportMediaClock?

  /// How many calls' rings must never be freed, because the instance hangs.
  var lostCount: Int { lostRings.count }

  /// Whether no call has rings, so that nothing need be done about them.
  var isEmpty: Bool { attached.isEmpty }

  /// Books an order; nil when the instance is gone, and nobody would answer.
  mutating func book(_ call: CallHandle, _ completion: @escaping Completion) -> UInt64? {
    guard !isOver else { return nil }
    lastTicket += 1
    waiting[lastTicket] = Waiting(call: call, completion: completion)
    return lastTicket
  }

  /// Who waits for this order; nil when it was answered already.
  mutating func take(_ ticket: UInt64) -> Completion? { waiting.removeValue(forKey: ticket)?.completion }

  mutating func attach(_ call: CallHandle) { attached.insert(call.rawValue) }
  mutating func detach(_ call: CallHandle) { attached.remove(call.rawValue) }
  func isAttached(_ call: CallHandle) -> Bool { attached.contains(call.rawValue) }

  /// All that have rings, the oldest handle first.
  var all: [CallHandle] { attached.sorted().map(CallHandle.init(rawValue:)) }

  /// The answer about a call's rings, now that the instance is gone.
  func fate(of call: CallHandle) -> AudioAnswer { lostRings.contains(call.rawValue) ? .lost : .gone }

  /// The instance is gone, with its rings where it hangs; answers who still waits.
  mutating func close(hangs: Bool) -> [Waiting] {
    isOver = true
    clock = nil
    if hangs { lostRings.formUnion(attached) }
    attached = []
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}
