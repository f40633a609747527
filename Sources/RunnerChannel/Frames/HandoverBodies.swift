/// The calls and actions of an instance, as its host knows them: the books that one version of a transport passes to the next.
package struct BooksBody: FrameBody {
  /// A call.
  package struct Call: Hashable, Sendable {
    package var handle: UInt64 = 0
    /// The stage: 0 starting, 1 dialling, 2 connecting, 3 incoming, 4 active, 5 held.
    package var stage: UInt32 = 0
    /// True when the host knows that it is over.
    package var isOver = false

    package init() {}
  }

  /// An action that is not completed.
  package struct Action: Hashable, Sendable {
    package var handle: UInt64 = 0
    package var call: UInt64 = 0
    /// The other call of a transfer.
    package var other: UInt64 = 0
    /// The effect: 0 start, 1 answer, 2 end, 3 hold, 4 resume, 5 transfer, 6 another one.
    package var effect: UInt32 = 0

    package init() {}
  }

  /// The effect of a transfer.
  package static let transfer: UInt32 = 5

  package var calls: [Call] = []
  package var actions: [Action] = []
  /// The handle of the last action that the process itself has made.
  package var lastOwnAction: UInt64 = 0

  /// The most calls, and the most actions, that are passed on.
  package static let most: UInt32 = 16_384

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    var (callCount, actionCount) = (UInt32(calls.count), UInt32(actions.count))
    try frame.count(&callCount, limit: Self.most)
    try frame.count(&actionCount, limit: Self.most)
    if calls.count != Int(callCount) { calls = Array(repeating: Call(), count: Int(callCount)) }
    if actions.count != Int(actionCount) { actions = Array(repeating: Action(), count: Int(actionCount)) }
    try frame.long(&lastOwnAction)
    for index in calls.indices {
      try frame.long(&calls[index].handle)
      try frame.word(&calls[index].stage)
      try frame.flag(&calls[index].isOver)
    }
    for index in actions.indices {
      try frame.long(&actions[index].handle)
      try frame.long(&actions[index].call)
      try frame.long(&actions[index].other)
      try frame.word(&actions[index].effect)
      try frame.zero()
    }
  }
}

/// The content of the blob of a handover.
///
/// The answers to `prepare` and `give` have one, and so has the order `take`.
package struct HandoverBody: FrameBody {
  /// The number of descriptors of the parcel, which come over the socket before the blob.
  package var descriptors: UInt32 = 0
  package var books = BooksBody()
  /// The bytes that the plugin has written.
  package var parcel = FrameText()

  /// The most bytes of a parcel (`HSW_PARCEL_MAX`), so that a blob has room for the books too.
  package static let mostBytes = 15 << 20
  /// The most descriptors of a parcel.
  package static let mostDescriptors = 4096
  /// The bit of an order that says that a socket to the other version has come with it.
  package static let hasLink: UInt32 = 1 << 31

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.count(&descriptors, limit: UInt32(Self.mostDescriptors))
    try frame.zero()
    try frame.part(&books)
    try frame.text(&parcel)
  }
}
