/// The body of an answer to a ticket.
package struct AnswerBody: FrameBody {
  package var status: Int32 = 0
  /// True when the bytes are too long for a message and follow over the socket.
  package var hasBlob = false
  /// A reason, a list of formats, or a JSON text, depending on the question.
  package var bytes = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.number(&status)
    try frame.flag(&hasBlob)
    try frame.text(&bytes)
  }
}

/// The body of the word about what an instance offers, one bit for each extension and function.
package struct OffersBody: FrameBody {
  package var extensions: UInt32 = 0
  package var functions: UInt32 = 0
  package var schema = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&extensions)
    try frame.word(&functions)
    try frame.text(&schema)
  }
}

/// The body of `action_done`.
package struct DoneBody: FrameBody {
  package var time: UInt64 = 0
  package var error = ErrorBody()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.long(&time)
    try frame.part(&error)
  }
}

/// The body of `report_ended`.
package struct EndedBody: FrameBody {
  package var reason: UInt32 = 0
  package var error = ErrorBody()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&reason)
    try frame.zero()
    try frame.part(&error)
  }
}

/// The body of `report_line`.
package struct LineBody: FrameBody {
  package var line: UInt32 = 0
  package var retryMilliseconds: UInt32 = 0
  package var error = ErrorBody()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&line)
    try frame.word(&retryMilliseconds)
    try frame.part(&error)
  }
}

/// The body of `report_provider`: an instance's limits.
package struct LimitsBody: FrameBody {
  package var maximumCalls: UInt32 = 0
  package var maximumGroups: UInt32 = 0
  package var maximumCallsPerGroup: UInt32 = 0
  package var name = FrameText()
  package var handleKinds: [FrameText] = []
  package var emergencyNumbers: [FrameText] = []

  /// The largest numbers of texts in the two lists.
  private static let limits: (kinds: UInt32, emergency: UInt32) = (64, 256)

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    var (kinds, emergency) = (UInt32(handleKinds.count), UInt32(emergencyNumbers.count))
    try frame.word(&maximumCalls)
    try frame.word(&maximumGroups)
    try frame.word(&maximumCallsPerGroup)
    try frame.count(&kinds, limit: Self.limits.kinds)
    try frame.count(&emergency, limit: Self.limits.emergency)
    try frame.text(&name)
    try frame.texts(&handleKinds, count: kinds)
    try frame.texts(&emergencyNumbers, count: emergency)
  }
}

/// The body of `report_progress` of a transfer.
package struct ProgressBody: FrameBody {
  package var time: UInt64 = 0
  package var native: Int32 = 0
  package var text = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.long(&time)
    try frame.number(&native)
    try frame.text(&text)
  }
}

/// The body of a log message.
package struct LogBody: FrameBody {
  package var level: UInt32 = 0
  package var topic = FrameText()
  package var message = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&level)
    try frame.text(&topic)
    try frame.text(&message)
  }
}

/// The body of a message of a network protocol.
package struct WireBody: FrameBody {
  package var isOutgoing = false
  package var network = FrameText()
  package var text = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.flag(&isOutgoing)
    try frame.text(&network)
    try frame.text(&text)
  }
}

/// The body of a beat: the runner's counts.
package struct BeatBody: FrameBody {
  /// The words that wait for room.
  package var queued: UInt32 = 0
  /// The log messages that were dropped.
  package var dropped: UInt32 = 0
  /// The processor time of the runner, in nanoseconds.
  package var cpu: UInt64 = 0
  /// The memory of the runner, in bytes.
  package var memory: UInt64 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&queued)
    try frame.word(&dropped)
    try frame.long(&cpu)
    try frame.long(&memory)
  }
}

/// The body of `synced`: the runner's next timer.
package struct SyncedBody: FrameBody {
  package var nextTimer: UInt64 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) { try frame.long(&nextTimer) }
}

/// The body of the word about breaches of the contract that the runner's own ledger has refused: the counts so far.
package struct BreachesBody: FrameBody {
  package var double: UInt32 = 0
  package var stale: UInt32 = 0
  package var strange: UInt32 = 0
  package var outOfOrder: UInt32 = 0
  package var wrongThread: UInt32 = 0
  package var malformed: UInt32 = 0
  package var leftBehind: UInt32 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&double)
    try frame.word(&stale)
    try frame.word(&strange)
    try frame.word(&outOfOrder)
    try frame.word(&wrongThread)
    try frame.word(&malformed)
    try frame.word(&leftBehind)
  }
}
