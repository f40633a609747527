/// The kit's own part of a parcel: the calls, the actions that are not completed, and the counter of handles.
///
/// By the way `sockets` only the counter crosses, because calls stay with the old instance.
struct HandoverBooks {
  var minted: UInt64 = 0
  var calls: [UInt64: CallRecord] = [:]
  var actions: [UInt64: OpenAction] = [:]

  /// The most calls that a host accepts in a handover.
  private static let mostCalls = 16_384
  private static let mostActions = 65_536

  func write(to parcel: ParcelWriter) {
    parcel.write(minted)
    parcel.write(list: calls.sorted { $0.key < $1.key }) { handle, record in
      parcel.write(handle)
      parcel.write(record.stage)
      parcel.write(record.marks)
      parcel.write(record.start)
    }
    parcel.write(list: actions.sorted { $0.key < $1.key }) { id, open in
      parcel.write(id)
      parcel.write(open.call)
      parcel.write(open.effect.number)
    }
  }

  init(minted: UInt64, calls: [UInt64: CallRecord] = [:], actions: [UInt64: OpenAction] = [:]) {
    (self.minted, self.calls, self.actions) = (minted, calls, actions)
  }

  /// Reads the books, and checks that they can be those of an instance.
  init(from parcel: ParcelReader) throws(TransportError) {
    minted = try parcel.integer(in: 0...Call.mintedByPlugin - 1)
    for (handle, record) in try parcel.list(atMost: Self.mostCalls, each: 18, { () throws(TransportError) in try Self.call(parcel) }) {
      try parcel.check(calls.updateValue(record, forKey: handle) == nil, "call \(handle) is in the parcel twice")
      try parcel.check(handle & ~Call.mintedByPlugin != 0, "a call has the handle 0")
      try parcel.check(
        handle & Call.mintedByPlugin == 0 || handle & ~Call.mintedByPlugin <= minted, "call \(handle) is beyond the counter of handles")
    }
    for (id, open) in try parcel.list(atMost: Self.mostActions, each: 17, { () throws(TransportError) in try Self.action(parcel) }) {
      try parcel.check(id != 0 && actions.updateValue(open, forKey: id) == nil, "action \(id) is in the parcel twice")
      try parcel.check(open.call == 0 || calls[open.call] != nil, "action \(id) is about a call that is not in the parcel")
    }
    for (handle, record) in calls {
      let isStarting = record.stage == .starting
      try parcel.check(isStarting == (record.start != 0), "call \(handle) has a start and none")
      let start = actions[record.start]
      try parcel.check(!isStarting || start?.effect == .start && start?.call == handle, "the start of call \(handle) is not in the parcel")
    }
    for (id, open) in actions where open.effect == .start {
      try parcel.check(calls[open.call]?.start == id, "action \(id) starts no call")
    }
  }

  private static func call(_ parcel: ParcelReader) throws(TransportError) -> (UInt64, CallRecord) {
    let handle: UInt64 = try parcel.integer()
    let record = CallRecord(stage: try parcel.value())
    record.setMarks(try parcel.integer(in: 0...15))
    record.start = try parcel.integer()
    return (handle, record)
  }

  private static func action(_ parcel: ParcelReader) throws(TransportError) -> (UInt64, OpenAction) {
    let (id, call): (UInt64, UInt64) = (try parcel.integer(), try parcel.integer())
    return (id, OpenAction(call: call, effect: OpenAction.Effect.all[Int(try parcel.integer(UInt8.self, in: 0...6))]))
  }
}

extension CallRecord {
  /// Its truth values as bits.
  fileprivate var marks: UInt8 {
    (isHeldByFarEnd ? 1 : 0) | (isMediaMissing ? 2 : 0) | (isAnswering ? 4 : 0) | (isEnding ? 8 : 0)
  }

  fileprivate func setMarks(_ marks: UInt8) {
    (isHeldByFarEnd, isMediaMissing, isAnswering, isEnding) = (marks & 1 != 0, marks & 2 != 0, marks & 4 != 0, marks & 8 != 0)
  }
}

extension OpenAction.Effect {
  /// All effects, in the order of their numbers in a parcel.
  fileprivate static let all: [Self] = [.start, .answer, .end, .deflect, .hold(true), .hold(false), .other]

  fileprivate var number: UInt8 { UInt8(Self.all.firstIndex(of: self) ?? 6) }
}
