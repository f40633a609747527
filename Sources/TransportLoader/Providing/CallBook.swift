internal import CallControl
internal import FoundationEssentials

/// Which call and action of the core is which of an instance.
///
/// A value behind the delegate's lock.
struct CallBook: Sendable {
  /// What is known of a call.
  struct Entry: Sendable {
    var id: CallID
    var isOutgoing: Bool
    var hasSaidConnecting = false
    var isUp = false
    var isHeld = false
    /// The host has ended it, or is told so already: what the transport still says about its end is for nobody.
    var isOver = false
  }

  private struct Pending {
    /// Nil: the delegate's own, whose completion nobody waits for.
    var ref: CommandRef?
    var call: CallHandle
    var setsHeld: Bool?
    /// The other call that goes when this one is handed over.
    var other: CallHandle?
  }

  private var entries = HandleMap<Entry>()
  private var handles: [CallID: CallHandle] = [:]
  private var pending = HandleMap<Pending>()
  /// Calls whose answer failed: the host has ended them (A11), and their callers still wait.
  private var unanswered: [CallHandle] = []

  subscript(call: CallHandle) -> Entry? { entries[call.rawValue] }

  func handle(of call: CallID) -> CallHandle? { handles[call] }

  mutating func add(_ call: CallHandle, id: CallID, isOutgoing: Bool) {
    entries[call.rawValue] = Entry(id: id, isOutgoing: isOutgoing)
    handles[id] = call
  }

  mutating func add(_ action: ActionHandle, ref: CommandRef?, call: CallHandle, setsHeld: Bool? = nil, other: CallHandle? = nil) {
    pending[action.rawValue] = Pending(ref: ref, call: call, setsHeld: setsHeld, other: other)
  }

  mutating func markOver(_ call: CallHandle) { entries[call.rawValue]?.isOver = true }

  /// Takes an action that is given up out of the book; nil when it is completed already.
  mutating func remove(_ ref: CommandRef) -> (action: ActionHandle, call: CallHandle)? {
    guard let (action, entry) = pending.sorted.first(where: { $0.value.ref == ref }) else { return nil }
    pending[action] = nil
    if ref.kind == .start { remove(entry.call) }
    return (ActionHandle(rawValue: action), entry.call)
  }

  mutating func clear() { self = CallBook() }

  private mutating func remove(_ call: CallHandle) {
    if let entry = entries.removeValue(forKey: call.rawValue) { handles[entry.id] = nil }
  }

  /// The core's word for a completion, if anybody waits for it.
  mutating func completed(_ action: ActionHandle, _ fault: TransportFault?) -> ProviderWord? {
    guard let entry = pending.removeValue(forKey: action.rawValue), let ref = entry.ref else { return nil }
    switch ref.kind {
    case .end:
      // The far end, or the transport, was quicker than our End: the call is over, which is what was asked.
      entries[entry.call.rawValue]?.isOver = true
      guard let fault, !fault.isUnknownCall, !fault.isCancelled else { return .fulfilled(ref) }
      return .failed(ref, fault.commandFailure)
    case .answer, .setHeld, .setMuted, .setGroup, .playDTMF, .transfer:
      // Taken back because its call ends: the end that follows says all there is to say. A call that is lost while it was to be held has
      // made room (X7); a hold that failed would not have.
      if let fault, fault.isCancelled { return nil }
    default: break
    }
    if ref.kind == .answer, let fault, !fault.isUnknownCall { unanswered.append(entry.call) }
    switch ref.kind {
    case .start where fault != nil: remove(entry.call)
    case .answer where fault == nil: entries[entry.call.rawValue]?.isUp = true
    case .setHeld where fault == nil: entries[entry.call.rawValue]?.isHeld = entry.setsHeld ?? false
    case .transfer where fault == nil:
      entries[entry.call.rawValue]?.isOver = true
      if let other = entry.other { entries[other.rawValue]?.isOver = true }
    default: break
    }
    return fault.map { .failed(ref, $0.commandFailure) } ?? .fulfilled(ref)
  }

  /// Takes the calls whose answer failed and whose end the transport has not told: they are to be ended on the wire.
  mutating func takeUnanswered() -> [CallHandle] {
    guard !unanswered.isEmpty else { return [] }
    defer { unanswered = [] }
    return unanswered.filter { entries[$0.rawValue]?.isOver == false }
  }

  /// The core's word for a call's end; nil when the host knows of it already.
  mutating func ended(_ call: CallHandle, _ end: TransportWord.End, _ fault: TransportFault?) -> ProviderWord? {
    guard let entry = entries[call.rawValue] else { return nil }
    remove(call)
    return entry.isOver ? nil : .report(entry.id, .ended(end.reason, fault?.transportError))
  }

  /// The core's word for a step of a call; nil when it says nothing new.
  mutating func progress(_ call: CallHandle, _ progress: TransportWord.Progress) -> ProviderWord? {
    guard let entry = entries[call.rawValue], !entry.isOver else { return nil }
    let report: CallReport
    switch progress {
    case .connecting, .ringing:
      guard !entry.hasSaidConnecting else { return nil }
      entries[call.rawValue]?.hasSaidConnecting = true
      report = .startedConnecting
    case .earlyMedia: report = .earlyMedia
    case .active:
      guard !entry.isUp || entry.isHeld else { return nil }
      report = entry.isUp ? .resumed : .connected
      entries[call.rawValue]?.isUp = true
      entries[call.rawValue]?.isHeld = false
    case .held:
      entries[call.rawValue]?.isHeld = true
      report = .held
    case .heldRemotely: report = .remotelyHeld
    case .resumedRemotely: report = .remotelyResumed
    case .mediaTimeout: report = .mediaTimeout
    case .mediaResumed: report = .mediaResumed
    }
    return .report(entry.id, report)
  }
}
