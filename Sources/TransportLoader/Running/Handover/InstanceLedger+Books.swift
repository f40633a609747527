internal import RunnerChannel

// The calls and actions that one version of a transport passes to the next.
extension InstanceLedger {
  /// The calls and actions that the transport knows; an action that it has not received is not among them.
  var books: BooksBody {
    var books = BooksBody()
    var unsent: Set<UInt64> = []
    for (handle, entry) in actions.sorted {
      guard entry.wasDelivered, !entry.isCancelled else {
        if entry.effect == .start { unsent.insert(entry.call.rawValue) }
        continue
      }
      var action = BooksBody.Action()
      (action.handle, action.call) = (handle, entry.call.rawValue)
      (action.effect, action.other) = entry.effect.number
      books.actions.append(action)
    }
    for (handle, entry) in calls.sorted where !unsent.contains(handle) {
      var call = BooksBody.Call()
      (call.handle, call.stage, call.isOver) = (handle, entry.stage.number, entry.isOver)
      books.calls.append(call)
    }
    return books
  }

  /// Takes the books of another process over; false when they cannot be those of a ledger.
  mutating func adopt(_ books: BooksBody) -> Bool {
    guard calls.count == 0, actions.count == 0 else { return false }
    for call in books.calls {
      guard let stage = Call.Stage(number: call.stage), call.handle != 0, !calls.contains(call.handle) else { return false }
      var entry = Call(stage: stage)
      entry.isOver = call.isOver
      add(CallHandle(rawValue: call.handle), entry)
    }
    for action in books.actions {
      guard let effect = Effect(number: action.effect, other: action.other), !actions.contains(action.handle) else { return false }
      guard action.call == 0 || calls.contains(action.call) else { return false }
      actions[action.handle] = Action(
        call: CallHandle(rawValue: action.call), effect: effect, requester: .sink, wasDelivered: true)
      calls[action.call]?.pending += 1
    }
    return true
  }
}

extension InstanceLedger.Call.Stage {
  private static let all: [InstanceLedger.Call.Stage] = [.starting, .dialing, .connecting, .incoming, .active, .held]

  /// The stage in the books.
  fileprivate var number: UInt32 { UInt32(Self.all.firstIndex(of: self) ?? 0) }

  fileprivate init?(number: UInt32) {
    guard number < Self.all.count else { return nil }
    self = Self.all[Int(number)]
  }
}

extension InstanceLedger.Effect {
  /// The effect in the books, and the other call of a transfer.
  fileprivate var number: (UInt32, UInt64) {
    switch self {
    case .start: (0, 0)
    case .answer: (1, 0)
    case .end: (2, 0)
    case .hold(true): (3, 0)
    case .hold(false): (4, 0)
    case .transfer(let other): (5, other.rawValue)
    case .other: (6, 0)
    }
  }

  fileprivate init?(number: UInt32, other: UInt64) {
    switch number {
    case 0: self = .start
    case 1: self = .answer
    case 2: self = .end
    case 3: self = .hold(true)
    case 4: self = .hold(false)
    case 5: self = .transfer(with: CallHandle(rawValue: other))
    case 6: self = .other
    default: return nil
    }
  }
}
