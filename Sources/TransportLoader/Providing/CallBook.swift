internal import CallControl
internal import FoundationEssentials

/// Maps the core's calls and actions to those of an instance, and back.
///
/// A value behind the delegate's lock.
struct CallBook: Sendable {
  /// The state of a call.
  struct Entry: Sendable {
    var id: CallID
    var isOutgoing: Bool
    var hasSaidConnecting = false
    var isUp = false
    var isHeld = false
    /// True when the host has ended the call or knows of its end: further reports of the end are dropped.
    var isOver = false
  }

  private struct Pending {
    /// Nil for the delegate's own action, whose completion is not reported.
    var ref: CommandRef?
    var call: CallHandle
    var setsHeld: Bool?
    /// The other call of an attended transfer.
    var other: CallHandle?
  }

  private var entries = HandleMap<Entry>()
  private var handles: [CallID: CallHandle] = [:]
  private var pending = HandleMap<Pending>()
  /// The calls whose answer failed: the host has ended them (A11), and their callers still wait.
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

  /// Removes an action that is given up; nil when it is completed already.
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

  /// The core's message for a completion; nil when there is none to send.
  mutating func completed(_ action: ActionHandle, _ fault: TransportFault?) -> ProviderWord? {
    guard let entry = pending.removeValue(forKey: action.rawValue), let ref = entry.ref else { return nil }
    switch ref.kind {
    case .end:
      // The far end or the transport was quicker than the host's End: the call is over, as requested.
      entries[entry.call.rawValue]?.isOver = true
      guard let fault, !fault.isUnknownCall, !fault.isCancelled else { return .fulfilled(ref) }
      return .failed(ref, fault.commandFailure)
    case .answer, .setHeld, .setMuted, .setGroup, .playDTMF, .transfer:
      // Cancelled because its call ends: the report of the end follows. A call lost while it was to be held has made room (X7); a failed
      // hold would not have.
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

  /// Takes the calls whose answer failed and whose end the transport has not reported; the host must end them on the wire.
  mutating func takeUnanswered() -> [CallHandle] {
    guard !unanswered.isEmpty else { return [] }
    defer { unanswered = [] }
    return unanswered.filter { entries[$0.rawValue]?.isOver == false }
  }

  /// The core's message for a call's end; nil when the host knows of it already.
  mutating func ended(_ call: CallHandle, _ end: TransportWord.End, _ fault: TransportFault?) -> ProviderWord? {
    guard let entry = entries[call.rawValue] else { return nil }
    remove(call)
    return entry.isOver ? nil : .report(entry.id, .ended(end.reason, fault?.transportError))
  }

  /// The core's message for a step of a call; nil when it is not new.
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
