/// The body of `create`: the instance's settings.
package struct CreateBody: FrameBody {
  package var logLevel: UInt32 = 0
  package var wantsWire = false
  package var patienceMilliseconds: UInt32 = 0
  package var id = FrameText()
  package var configuration = FrameText()
  package var hostName = FrameText()
  package var hostVersion = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&logLevel)
    try frame.flag(&wantsWire)
    try frame.word(&patienceMilliseconds)
    try frame.zero()
    try frame.text(&id)
    try frame.text(&configuration)
    try frame.text(&hostName)
    try frame.text(&hostVersion)
  }
}

/// The body of `calls.start`, `transfer.blind` and `deflect.deflect`: the far end.
package struct StartBody: FrameBody {
  package var deadline: UInt32 = 0
  package var info = InfoBody()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&deadline)
    try frame.zero()
    try frame.part(&info)
  }
}

/// The body of an action without arguments.
package struct ActionBody: FrameBody {
  package var deadline: UInt32 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) { try frame.word(&deadline) }
}

/// The body of `calls.end`: the reason for the wire.
package struct EndBody: FrameBody {
  package var deadline: UInt32 = 0
  package var why: UInt32 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&deadline)
    try frame.word(&why)
  }
}

/// The body of `calls.decline`: the reason for the caller.
package struct DeclineBody: FrameBody {
  package var deadline: UInt32 = 0
  package var reason: UInt32 = 0
  package var cause: UInt32 = 0
  package var text = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&deadline)
    try frame.word(&reason)
    try frame.word(&cause)
    try frame.text(&text)
  }
}

/// The body of an action that turns something on or off.
///
/// The number is the contract's, so that a plugin can refuse one that is neither 0 nor 1.
package struct SwitchBody: FrameBody {
  package var deadline: UInt32 = 0
  package var on: UInt32 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&deadline)
    try frame.word(&on)
  }
}

/// The body of an action with a text: digits or a configuration.
package struct TextActionBody: FrameBody {
  package var deadline: UInt32 = 0
  /// The kind of the digits; 0 for a configuration.
  package var kind: UInt32 = 0
  package var text = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&deadline)
    try frame.word(&kind)
    try frame.text(&text)
  }
}

/// The body of an action on two calls.
package struct PairBody: FrameBody {
  package var deadline: UInt32 = 0
  /// The other call; 0 for none.
  package var with: UInt64 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&deadline)
    try frame.zero()
    try frame.long(&with)
  }
}

/// The body of `transfer.verdict`.
package struct VerdictBody: FrameBody {
  package var isAccepted = false
  package var error = ErrorBody()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.flag(&isAccepted)
    try frame.zero()
    try frame.part(&error)
  }
}

/// The body of `audio.attach`: the place of the two rings in a region that the runner has mapped.
package struct AttachBody: FrameBody {
  package var rate: UInt32 = 0
  package var region: UInt32 = 0
  package var slots: UInt32 = 0
  package var slotBytes: UInt32 = 0
  package var toNetOffset: UInt32 = 0
  package var fromNetOffset: UInt32 = 0

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&rate)
    try frame.word(&region)
    try frame.word(&slots)
    try frame.word(&slotBytes)
    try frame.word(&toNetOffset)
    try frame.word(&fromNetOffset)
  }
}

/// The body of an order to the far end for tests.
package struct PeerOrderBody: FrameBody {
  package var what: UInt32 = 0
  package var argument = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&what)
    try frame.text(&argument)
  }
}
